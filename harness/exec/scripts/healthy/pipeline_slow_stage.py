# /// gridlock
# ranks = 3
# verdict = "ended"
# ///
"""A pipeline has a middle stage that is slow in both passes. The first stage waits long for its
gradients, and the last stage waits long for its inputs."""

import time

import torch
import torch.distributed as dist
import torch.nn as nn

WIDTH, BATCH, MICROBATCHES = 8, 4, 3


def forward(stage, rank, last):
    x = torch.randn(BATCH, WIDTH)
    if rank > 0:
        dist.recv(x, src=rank - 1)
    x.requires_grad_()
    time.sleep(0.4 if rank == 1 else 0.0)
    y = stage(x)
    if rank < last:
        dist.send(y.detach(), dst=rank + 1)
    return x, y


def backward(x, y, rank, last):
    if rank < last:
        gradient = torch.empty_like(y)
        dist.recv(gradient, src=rank + 1)
        y.backward(gradient)
    else:
        y.square().mean().backward()
    if rank > 0:
        dist.send(x.grad, dst=rank - 1)


def main():
    dist.init_process_group("gloo")
    rank, last = dist.get_rank(), dist.get_world_size() - 1
    torch.manual_seed(rank)
    stage = nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.Tanh())
    optimizer = torch.optim.SGD(stage.parameters(), lr=0.1)
    for step in range(5):
        optimizer.zero_grad()
        passed = [forward(stage, rank, last) for _ in range(MICROBATCHES)]
        for x, y in passed:
            backward(x, y, rank, last)
        optimizer.step()
        if rank == last:
            print(f"step {step} loss {y.square().mean().item():.4f}")
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
