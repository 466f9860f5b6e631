"""What is done to a checkout before it is shipped."""
