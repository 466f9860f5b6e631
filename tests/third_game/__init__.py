"""A third game, for the tests alone: whatever it needs, it has to find in the house as it stands."""
