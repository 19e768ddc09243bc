"""Records the calls of a process on process groups and stores. Does not depend on cells and
cases."""
