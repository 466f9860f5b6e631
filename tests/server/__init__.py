"""Tables on a server: rooms, the store, the protocol, and what happens when the power goes."""
