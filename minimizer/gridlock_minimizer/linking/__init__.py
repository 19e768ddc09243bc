"""A user's script with the local modules that it imports, as one script."""
