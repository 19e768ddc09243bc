"""Captures the computation of a script's library modules as Dynamo graphs, to which `gridlock
minimize` lowers the modules. Runs in a separate run of the script that serves only this purpose."""
