"""Records the calls of a process on process groups and stores. Independent of cells and cases."""
