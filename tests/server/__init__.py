"""Tables on a server: rooms, the store, the protocol, and what happens when a server dies."""
