"""Everything that precedes a rank: the environment, the zygote and its forks, the store of all
ranks."""
