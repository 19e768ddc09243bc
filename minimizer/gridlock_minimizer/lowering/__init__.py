"""Modules of libraries as modules of the script: the graphs that Dynamo captured for them
(gridlock/capture) become straight-line torch calls."""
