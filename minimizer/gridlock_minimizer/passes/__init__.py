"""Passes propose smaller scripts; whether one still fails is for others to say.

A pass is a module with a function `pieces(script)`: the places where it could make the script
smaller. Each has an order of its own in which all that it proposes is simpler, so that no two
passes undo each other for ever.
"""
