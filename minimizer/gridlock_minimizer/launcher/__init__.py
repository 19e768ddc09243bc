"""Launchers, which start the ranks of a script and report the result. cell.py is for the script of
a cell, and minimized.py for a minimized script. checks.py contains the checks that both use."""
