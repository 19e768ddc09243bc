"""Writes a cell as one script that needs only torch."""
