"""Turns a user's script and the local modules that it imports into one script."""
