"""Captures the computation of a script's library modules as Dynamo graphs, in a separate run of the
script. `gridlock minimize` replaces the modules by these graphs."""
