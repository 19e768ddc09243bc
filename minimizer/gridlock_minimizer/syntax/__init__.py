"""Handles Python programs as trees: scopes, effects, simplification, layout. Knows nothing of
cells."""
