"""Passes propose smaller scripts; the engine decides whether a proposed script still fails.

A pass is a module with a function `pieces(script)`, which returns the parts of the script that the
pass could make smaller. Each pass has an order of its own in which all its proposals are simpler,
so no two passes undo each other forever.
"""
