# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "mismatched operation"
# at_fault = [2]
# sentence = "Call #31 of default_pg does not match: ranks 0-1, 3 called reduce_scatter_tensor .* The ranks diverge earlier, at call #29; #29 and #30 paired by accident: ranks 0-1, 3 called all_gather_into_tensor at fsdp2_skips_bad_batch.py:53 \\(backward of layers.3\\), rank 2 called all_gather_into_tensor at fsdp2_skips_bad_batch.py:33 \\(forward of layers.0\\)\\. Rank 2 skipped .* \\(backward\\)"
# ///
"""In the middle of the training, rank 2 skips a batch whose loss is too large. It starts the next
forward while the other ranks run backward. The next two calls of both sides gather parameters of
the same shape. So these calls pair, and each rank gets parameters of a wrong layer."""

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.distributed.fsdp import fully_shard

WIDTH = 12
STEPS = 6


def load_batch(rank, step):
    x = torch.randn(4, WIDTH)
    return 1e6 * x if (rank, step) == (2, 2) else x


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(WIDTH, WIDTH) for _ in range(4))

    def forward(self, x):
        for layer in self.layers:
            x = torch.relu(layer(x))
        return x


def build():
    model = Model()
    for layer in model.layers:
        fully_shard(layer)
    return fully_shard(model)


def is_usable(loss):
    return loss.item() < 1e6


def train_step(model, optimizer, x):
    optimizer.zero_grad()
    loss = (model(x) - x).square().mean()
    if not is_usable(loss):
        return
    loss.backward()
    optimizer.step()


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(rank)
    model = build()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for step in range(STEPS):
        train_step(model, optimizer, load_batch(rank, step))
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
