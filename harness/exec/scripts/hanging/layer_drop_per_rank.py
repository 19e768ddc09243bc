# /// gridlock
# ranks = 3
# verdict = "deadlock"
# class = "mismatched operation"
# at_fault = [1]
# ///
"""Stochastic depth picks the layers to skip with each rank's own generator. Every layer is sharded
with FSDP2. Rank 1 skips a layer, and with it the layer's all-gathers and its reduce-scatter, which
the other ranks make."""

import random

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.distributed.fsdp import fully_shard


class Residual(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.linear = nn.Linear(width, width)

    def forward(self, x):
        return x + torch.tanh(self.linear(x))


class StochasticDepth(nn.Module):
    def __init__(self, width, depth, drop, seed):
        super().__init__()
        self.layers = nn.ModuleList(Residual(width) for _ in range(depth))
        self.drop = drop
        self.random = random.Random(seed)

    def forward(self, x):
        for layer in self.layers:
            if self.random.random() >= self.drop:
                x = layer(x)
        return x


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(0)
    seeds = {0: 0, 1: 1, 2: 0}  # from each node's own configuration file
    model = StochasticDepth(width=12, depth=5, drop=0.2, seed=seeds[rank])
    for layer in model.layers:
        fully_shard(layer)
    fully_shard(model)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for step in range(6):
        x = torch.randn(4, 12)
        loss = nn.functional.mse_loss(model(x), x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if rank == 0:
            print(f"step {step} loss {loss.item():.4f}")
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
