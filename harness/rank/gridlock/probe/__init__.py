"""Records what a process does with process groups and stores. Knows nothing of cells and cases."""
