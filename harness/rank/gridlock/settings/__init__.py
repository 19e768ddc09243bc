"""Entries of torch's configuration: lists them, reads their values and sets them."""
