# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "group membership"
# at_fault = [0, 1, 2, 3]
# proved = false
# doubt = "another group has the same name"
# ///
"""Every rank creates only the group of its own node. Both groups get the same name, and gloo
connects ranks of different groups."""

import time

import torch
import torch.distributed as dist

RANKS_OF_A_NODE = 2


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    gradient = torch.ones(4)
    for _ in range(3):
        dist.all_reduce(gradient)
    time.sleep([0, 2, 1, 3][rank])  # the first rank of each node comes first
    first = rank // RANKS_OF_A_NODE * RANKS_OF_A_NODE
    node = dist.new_group(list(range(first, first + RANKS_OF_A_NODE)))
    for _ in range(3):
        dist.all_reduce(gradient, group=node)
        dist.all_reduce(gradient)


main()
