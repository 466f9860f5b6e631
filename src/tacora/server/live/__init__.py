"""Tables in memory: who is connected, what they wish, and what happens when nobody does anything."""
