# /// gridlock
# ranks = 4
# verdict = "ended"
# ///
"""A thread gathers statistics in a separate group while the main thread reduces gradients in
another. The order of the two calls may legally differ between ranks."""

import threading
import time

import torch
import torch.distributed as dist
import torch.nn as nn


def gather_statistics(group, rounds):
    rank = dist.get_rank()
    for number in range(rounds):
        time.sleep(0.3 * (rank + 1))
        usage = torch.tensor([float(rank), time.process_time()])
        everybody = [torch.empty_like(usage) for _ in range(dist.get_world_size())]
        dist.all_gather(everybody, usage, group=group)
        if rank == 0:
            print(f"round {number}: {[round(u[1].item(), 1) for u in everybody]} s of CPU")


def train(model, group, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(steps):
        time.sleep(0.2 * (4 - dist.get_rank()))
        optimizer.zero_grad()
        model(torch.randn(4, 8)).square().mean().backward()
        for parameter in model.parameters():
            dist.all_reduce(parameter.grad, group=group)
        optimizer.step()


def main():
    dist.init_process_group("gloo")
    statistics, gradients = dist.new_group(), dist.new_group()
    torch.manual_seed(0)
    watcher = threading.Thread(target=gather_statistics, args=(statistics, 4))
    watcher.start()
    train(nn.Linear(8, 8), gradients, steps=8)
    watcher.join()
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
