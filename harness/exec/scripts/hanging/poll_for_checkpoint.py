# /// gridlock
# ranks = 4
# verdict = "stall"
# class = "busy rank"
# at_fault = [1, 2, 3]
# ///
"""Ranks 1 to 3 poll the disk for the file that rank 0 writes when its checkpoint is finished. But
first, rank 0 must gather the weights from all ranks."""

import os
import tempfile
import time

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.distributed.fsdp import fully_shard


def shared_folder():
    name = [tempfile.mkdtemp() if dist.get_rank() == 0 else None]
    dist.broadcast_object_list(name)
    return name[0]


def checkpoint(model, folder, step):
    marker = os.path.join(folder, f"step{step}.done")
    if dist.get_rank() == 0:
        weights = {name: value.full_tensor() for name, value in model.state_dict().items()}
        torch.save(weights, os.path.join(folder, f"step{step}.pt"))
        open(marker, "w").close()
    while not os.path.exists(marker):
        time.sleep(0.2)


def main():
    dist.init_process_group("gloo")
    folder = shared_folder()
    torch.manual_seed(0)
    model = fully_shard(nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 8)))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(1, 5):
        x = torch.randn(4, 8)
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), x).backward()
        optimizer.step()
        if step % 2 == 0:
            checkpoint(model, folder, step)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
