"""Many games between bots, with honest intervals."""
