"""Modules of libraries as modules of the script: the graphs that Dynamo captured for them
(gridlock/capture) as straight-line torch calls."""
