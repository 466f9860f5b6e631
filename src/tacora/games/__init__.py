"""The games, each in a folder with the same layout, and what they share. `registry.py` lists them."""
