# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "different order"
# at_fault = [1]
# ///
"""Metrics are reduced in the order of their insertion into a dict. Rank 1 added its first histogram
before its first loss, so its collectives come in another order."""

import torch
import torch.distributed as dist
import torch.nn as nn


class Metrics:
    def __init__(self):
        self.values = {}

    def record(self, name, value):
        self.values[name] = value.detach().clone()

    def flush(self):
        works = []
        for value in self.values.values():
            if value.dim() == 0:
                works.append(dist.all_reduce(value, async_op=True))
            else:
                parts = [torch.empty_like(value) for _ in range(dist.get_world_size())]
                works.append(dist.all_gather(parts, value, async_op=True))
        for work in works:
            work.wait()
        if dist.get_rank() == 0:
            print(f"{len(works)} metrics")
        self.values.clear()


def train_step(model, metrics, clipped):
    loss = model(torch.randn(8, 8)).square().mean()
    model.zero_grad()
    loss.backward()
    if clipped:
        metrics.record("clipped", torch.histc(model.weight.grad, bins=4))
    metrics.record("loss", loss)
    metrics.record("clipped", torch.histc(model.weight.grad, bins=4))


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(rank)
    model = nn.Linear(8, 8)
    metrics = Metrics()
    for step in range(1, 7):
        train_step(model, metrics, clipped=(rank, step) == (1, 3))
        if step % 2 == 0:
            metrics.flush()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
