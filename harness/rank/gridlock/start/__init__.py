"""Runs before a rank's training: sets the environment, prepares the zygote, forks ranks, and serves
the store that all ranks share."""
