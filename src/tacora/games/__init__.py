"""The games, each in a folder with the same floor plan: rules, record and narration, bots."""
