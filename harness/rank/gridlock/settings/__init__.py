"""Entries of torch's configuration: which there are, what they are set to, setting them."""
