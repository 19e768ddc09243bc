# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "group membership"
# at_fault = [3]
# ///
"""Each rank makes its own groups first. Rank 3 therefore calls new_group in another order than the
other ranks."""

import torch
import torch.distributed as dist
import torch.nn as nn

GROUPS = {"encoder": [0, 1, 2], "everybody": [0, 1, 2, 3]}


def make_groups(rank):
    # A rank makes its own groups first, because it needs them first.
    own_first = sorted(GROUPS, key=lambda name: rank not in GROUPS[name])
    return {name: dist.new_group(GROUPS[name]) for name in own_first}


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    groups = make_groups(rank)
    model = nn.Linear(8, 8)
    for step in range(3):
        loss = model(torch.randn(4, 8)).square().mean()
        loss.backward()
        if rank in GROUPS["encoder"]:
            dist.all_reduce(model.weight.grad, group=groups["encoder"])
        total = loss.detach()
        dist.all_reduce(total, group=groups["everybody"])
        if rank == 0:
            print(f"step {step} loss {total.item() / dist.get_world_size():.4f}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
