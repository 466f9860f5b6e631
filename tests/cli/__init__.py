"""The command line: help, usage, exit statuses."""
