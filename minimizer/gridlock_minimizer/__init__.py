"""Turns failures into small scripts. The package `export` writes a cell as a script. The other
packages make scripts smaller."""
