"""Failures as scripts: export writes a cell as one, and what makes a script smaller."""
