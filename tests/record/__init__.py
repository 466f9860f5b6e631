"""Games as data: replayed, refused, verified."""
