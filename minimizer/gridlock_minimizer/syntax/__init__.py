"""Handles Python programs as trees: scopes, effects, simplification, layout. Does not depend on
cells."""
