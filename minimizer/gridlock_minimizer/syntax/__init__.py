"""Handles Python programs as trees: scopes, effects, simplification, layout. Independent of
cells."""
