# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "mismatched operation"
# at_fault = [1]
# ///
"""A counter decides when gradients that no_sync() accumulates are synchronized. Rank 1 has restored
a higher count, so it synchronizes in other microbatches, and one time more than other ranks."""

import contextlib

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP

ACCUMULATE = 4
MICROBATCHES = 10


class Progress:
    def __init__(self, seen=0):
        self.seen = seen

    @classmethod
    def resume(cls, rank):
        return cls(seen=2 if rank == 1 else 0)  # rank 1 saved two microbatches later


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(rank)
    ddp = DDP(nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1)))
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.01)
    progress = Progress.resume(rank)
    for _ in range(MICROBATCHES):
        progress.seen += 1
        update = progress.seen % ACCUMULATE == 0
        with contextlib.nullcontext() if update else ddp.no_sync():
            loss = ddp(torch.randn(4, 8)).square().mean() / ACCUMULATE
            loss.backward()
        if update:
            optimizer.step()
            optimizer.zero_grad()
    dist.barrier()
    if rank == 0:
        print(f"last loss {loss.item() * ACCUMULATE:.4f}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
