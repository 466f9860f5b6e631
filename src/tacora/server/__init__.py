"""The table server: tables over a network, with their logs, frames, storage and web application."""
