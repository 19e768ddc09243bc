"""Failures as scripts: export writes a cell as one; the other packages make scripts smaller."""
