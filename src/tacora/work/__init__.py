"""Numbered work, and who does it: threads of this machine, or a cluster of several."""
