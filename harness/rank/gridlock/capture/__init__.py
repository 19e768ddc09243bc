"""Captures the computation of a script's library modules as Dynamo graphs. `gridlock minimize`
lowers the modules to these graphs. The capture happens in a separate run of the script."""
