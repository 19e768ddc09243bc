"""How a script starts its ranks and says what became of them: the script of a cell (cell.py), a
minimized script (minimized.py). What both check is in checks.py."""
