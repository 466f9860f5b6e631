"""What each client is told: frames of the protocol, composed from a table for one audience."""
