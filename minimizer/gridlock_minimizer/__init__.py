"""Failures as scripts: export writes a cell as a script; the other packages make scripts
smaller."""
