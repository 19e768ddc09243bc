"""Turns modules of libraries into modules of the script: the graphs that Dynamo captured for
library modules (gridlock/capture) become straight-line torch calls."""
