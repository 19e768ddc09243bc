"""Records the calls of a process on process groups and stores. Knows nothing of cells and cases."""
