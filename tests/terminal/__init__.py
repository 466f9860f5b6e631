"""The real program at pipes and at a real terminal."""
