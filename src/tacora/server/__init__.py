"""Tables that people far apart, or around one screen, play at: rooms, their log, the protocol, and the web server."""
