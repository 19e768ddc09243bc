"""Prepares what precedes a rank: the environment, the zygote and its forks, and the store that all
ranks share."""
