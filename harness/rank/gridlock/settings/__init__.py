"""Finds, reads and sets the entries of torch's configuration."""
