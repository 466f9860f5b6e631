"""The application: the WebSocket for play, and everything that is asked for over HTTP."""
