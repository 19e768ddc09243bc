# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "mismatched operation"
# at_fault = [1]
# ///
"""A branch that depends on the data leaves a head unused on rank 1, and find_unused_parameters
is off. The head's bucket never becomes ready there, and rank 1 waits at the barrier of the step
timer."""

import time

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP


class TwoHeads(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.trunk = nn.Linear(width, width)
        self.text = nn.Linear(width, 1)
        self.image = nn.Linear(width, 1)

    def forward(self, text, image):
        out = self.text(self.trunk(text)).mean()
        if image is not None:  # most batches have images
            out = out + self.image(self.trunk(image)).mean()
        return out


def batch(rank, step):
    image = None if (rank, step) == (1, 2) else torch.randn(4, 8)
    return torch.randn(4, 8), image


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    ddp = DDP(TwoHeads())
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.01)
    for step in range(5):
        began = time.perf_counter()
        loss = ddp(*batch(rank, step)).square()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        dist.barrier()
        if rank == 0:
            print(f"step {step}: {time.perf_counter() - began:.3f} s")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
