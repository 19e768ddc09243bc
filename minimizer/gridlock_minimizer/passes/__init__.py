"""Passes propose smaller scripts. The engine decides whether a proposed script still fails.

A pass is a module with a function `pieces(script)`, which returns the parts of the script that the
pass could make smaller. All proposals of a pass are simpler in the pass's own order, so no two
passes undo each other forever.
"""
