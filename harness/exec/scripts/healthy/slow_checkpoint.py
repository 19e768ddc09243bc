# /// gridlock
# ranks = 4
# verdict = "ended"
# ///
"""Rank 0 writes a checkpoint to a slow disk for six seconds. The other ranks wait at the
barrier."""

import os
import tempfile
import time

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP


class SlowDisk:
    """A file whose writes are slow."""

    def __init__(self, file, seconds, pieces=12):
        self.file, self.pause, self.pieces = file, seconds / pieces, pieces

    def write(self, data):
        size = -(-len(data) // self.pieces)
        for start in range(0, len(data), size):
            self.file.write(data[start : start + size])
            os.fsync(self.file.fileno())
            time.sleep(self.pause)


def save(ddp, path):
    if dist.get_rank() == 0:
        weights = ddp.module.weight.detach().numpy().tobytes()
        with open(path, "wb") as file:
            SlowDisk(file, seconds=6).write(weights)
    dist.barrier()


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(rank)
    ddp = DDP(nn.Linear(32, 32))
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.1)
    with tempfile.TemporaryDirectory() as folder:
        for step in range(4):
            x = torch.randn(8, 32)
            loss = nn.functional.mse_loss(ddp(x), x)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            if step == 1:
                save(ddp, os.path.join(folder, "model.bin"))
            if rank == 0:
                print(f"step {step} loss {loss.item():.4f}")


if __name__ == "__main__":
    main()
    dist.destroy_process_group()  # DDP must be freed first, or torch 2.11 may hang
