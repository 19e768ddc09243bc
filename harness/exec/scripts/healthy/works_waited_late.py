# /// gridlock
# ranks = 4
# verdict = "ended"
# ///
"""Gradients are reduced asynchronously. The ranks wait for the reductions in reverse order, and
only after they have loaded the next batch. Rank 2 is slow to load."""

import time

import torch
import torch.distributed as dist
import torch.nn as nn


def load(rank, step):
    time.sleep(1.2 if rank == 2 and step % 2 else 0.1)
    return torch.randn(4, 8)


def start_reducing(model):
    return [
        (parameter, dist.all_reduce(parameter.grad, async_op=True))
        for parameter in model.parameters()
    ]


def finish(pending):
    for parameter, work in reversed(pending):
        work.wait()
        parameter.grad /= dist.get_world_size()


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 8))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    x = load(rank, 0)
    for step in range(1, 7):
        loss = nn.functional.mse_loss(model(x), x)
        optimizer.zero_grad()
        loss.backward()
        pending = start_reducing(model)
        x = load(rank, step)
        finish(pending)
        optimizer.step()
        if rank == 0:
            print(f"step {step} loss {loss.item():.4f}")
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
