"""Trains a small model with DDP and prints the median of its seconds per step. `gridlock bench
exec` runs this script under torchrun and under gridlock exec."""

import statistics
import time

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

STEPS = 300
WARM_UP = 50
WIDTH = 256


def main():
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    layers = [torch.nn.Linear(WIDTH, WIDTH) for _ in range(8)]
    model = DistributedDataParallel(torch.nn.Sequential(*layers))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    seconds = []
    for _ in range(STEPS):
        began = time.perf_counter()
        loss = model(torch.randn(16, WIDTH)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        seconds.append(time.perf_counter() - began)
    if dist.get_rank() == 0:
        print("seconds per step:", statistics.median(seconds[WARM_UP:]))


if __name__ == "__main__":
    main()
    dist.destroy_process_group()  # DDP must be freed first, or torch 2.11 may hang
