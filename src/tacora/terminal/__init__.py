"""Both games in a terminal, line by line, by eye or by ear."""
