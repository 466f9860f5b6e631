"""What can be found out about a game: strategies that nobody beats, and how to beat those that somebody can."""
