# /// gridlock
# ranks = 2
# verdict = "ended"
# ///
"""Only rank 1 compiles its model, for some seconds, while rank 0 waits in the first all-reduce."""

import time

import torch
import torch.distributed as dist
import torch.nn as nn


class Deep(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))

    def forward(self, x):
        for layer in self.layers:
            x = x + torch.tanh(layer(x))
        return x.square().mean()


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(0)
    model = Deep(8, depth=120)
    forward = torch.compile(model, backend="aot_eager") if rank == 1 else model
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for step in range(3):
        began = time.perf_counter()
        loss = forward(torch.randn(4, 8))
        print(f"rank {rank} step {step}: forward {time.perf_counter() - began:.2f} s")
        optimizer.zero_grad()
        loss.backward()
        for parameter in model.parameters():
            dist.all_reduce(parameter.grad)
        optimizer.step()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
