"""Storage for the logs of tables."""
