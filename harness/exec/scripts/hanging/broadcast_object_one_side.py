# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "mismatched operation"
# at_fault = [0]
# ///
"""Rank 0 reads the configuration itself, and its call of broadcast_object_list is in the `else` by
mistake. The other ranks receive, but no rank sends."""

import json

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP

CONFIG = '{"width": 16, "lr": 0.05, "steps": 4}'


def load_config():
    if dist.get_rank() == 0:
        config = json.loads(CONFIG)
    else:
        box = [None]
        dist.broadcast_object_list(box, src=0)
        config = box[0]
    dist.barrier()
    return config


def main():
    dist.init_process_group("gloo")
    config = load_config()
    width = config["width"]
    ddp = DDP(nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1)))
    optimizer = torch.optim.SGD(ddp.parameters(), lr=config["lr"])
    for step in range(config["steps"]):
        loss = ddp(torch.randn(8, width)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if dist.get_rank() == 0:
            print(f"step {step} loss {loss.item():.4f}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
