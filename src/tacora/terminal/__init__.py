"""What all games share in a terminal: line by line, with or without drawings."""
