"""Makes scripts of failures. export writes a cell as a script; the other packages make scripts
smaller."""
