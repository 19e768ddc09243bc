# /// gridlock
# ranks = 2
# verdict = "deadlock"
# class = "mismatched operation"
# sentence = ".* Rank 1 is handling KeyError: 'label', raised at raises_into_barrier.py:24, while it waits in barrier #.*"
# ///
"""All ranks meet at a barrier in a `finally` block. Rank 1 has a batch without a label and raises.
It waits in that barrier while rank 0 continues training. The exception is never printed."""

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP


def load_batch(rank, step):
    batch = {"x": torch.randn(8, 8)}
    if (rank, step) != (1, 3):
        batch["label"] = torch.randn(8, 1)
    return batch


def step_loss(ddp, batch):
    return nn.functional.mse_loss(ddp(batch["x"]), batch["label"])


def train(rank):
    torch.manual_seed(rank)
    ddp = DDP(nn.Linear(8, 1))
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.1)
    try:
        for step in range(6):
            loss = step_loss(ddp, load_batch(rank, step))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    finally:
        dist.barrier()


def main():
    dist.init_process_group("gloo")
    train(dist.get_rank())
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
