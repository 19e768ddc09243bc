# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "dead peer"
# at_fault = [3]
# ///
"""Four ranks share three shards. The rank without a shard exits cleanly before the other ranks make
a group for their statistics. That rank is a member of the group."""

import sys

import torch
import torch.distributed as dist
import torch.nn as nn

SHARDS = 3


def load_shard(rank):
    if rank >= SHARDS:
        print(f"rank {rank}: nothing to do")
        sys.exit(0)
    return torch.randn(32, 8, generator=torch.Generator().manual_seed(rank))


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    data = load_shard(rank)
    statistics = dist.new_group(backend="gloo")
    torch.manual_seed(0)
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step, x in enumerate(data.split(8)):
        loss = nn.functional.mse_loss(model(x), x)
        optimizer.zero_grad()
        loss.backward()
        for parameter in model.parameters():
            dist.all_reduce(parameter.grad)
        optimizer.step()
        total = loss.detach().clone()
        dist.all_reduce(total, group=statistics)
        if rank == 0:
            print(f"step {step} loss {total.item() / SHARDS:.4f}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
