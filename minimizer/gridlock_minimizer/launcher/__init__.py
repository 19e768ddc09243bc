"""Launchers: they start the ranks of a script and report the result. cell.py is for the script of a
cell, minimized.py for a minimized script; checks.py has the checks of both."""
