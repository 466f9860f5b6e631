"""The connection to one client: frames in both directions, and the limits that guard it."""
