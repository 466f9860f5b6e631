"""Many games between bots, with confidence intervals."""
