"""Passes propose smaller scripts; the engine decides whether one still fails.

A pass is a module with a function `pieces(script)`: the places where it could make the script
smaller. Each pass has an order of its own in which all its proposals are simpler, so no two passes
undo each other forever.
"""
