# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "mismatched operation"
# at_fault = [0]
# ///
"""Rank 0 prepares the data while the other ranks wait at a barrier. If the data are cached already,
rank 0 returns before it reaches that barrier."""

import tempfile
from pathlib import Path

import torch
import torch.distributed as dist
import torch.nn as nn


def prepare(folder):
    rank, path = dist.get_rank(), folder / "data.pt"
    if rank != 0:
        dist.barrier()  # rank 0 prepares, then the others read its cache
    if path.exists():
        return torch.load(path)
    data = torch.arange(32.0).reshape(8, 4) / 32
    torch.save(data, path)
    if rank == 0:
        dist.barrier()
    return data


def train(model, data):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in data.split(2):
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), x).backward()
        for parameter in model.parameters():
            dist.all_reduce(parameter.grad)
        optimizer.step()


def main():
    dist.init_process_group("gloo")
    name = [tempfile.mkdtemp() if dist.get_rank() == 0 else None]
    dist.broadcast_object_list(name)
    folder = Path(name[0])
    torch.manual_seed(0)
    model = nn.Linear(4, 4)
    for stage in ("warm-up", "training"):
        train(model, prepare(folder))
        if dist.get_rank() == 0:
            print(f"{stage} done")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
