"""Where the logs of tables are kept."""
