"""The web application: the WebSocket for play, the HTTP API and the pages."""
