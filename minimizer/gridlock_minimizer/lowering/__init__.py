"""Turns modules of libraries into modules of the script. The graphs that Dynamo captured for
library modules (gridlock/capture) become straight-line calls of torch."""
