"""Tables in memory: sessions, wishes, bots, timeouts and recovery."""
