# /// gridlock
# ranks = 3
# verdict = "deadlock"
# class = "mismatched operation"
# at_fault = [1]
# sentence = ".*[.] Rank 1 skipped the all_reduce of continue_before_barrier.py:34 that it made at this place in earlier steps"
# ///
"""Rank 1 has a batch with a NaN and continues with the next batch. It therefore reaches the barrier
of every third step one reduction early."""

import torch
import torch.distributed as dist
import torch.nn as nn

STEPS = 12


def load_batch(rank, step):
    generator = torch.Generator().manual_seed(1000 * rank + step)
    x = torch.randn(8, 4, generator=generator)
    return x * float("nan") if (rank, step) == (1, 7) else x


def train(rank):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(STEPS):
        x = load_batch(rank, step)
        if x.isnan().any():
            continue
        loss = model(x).square().mean()
        optimizer.zero_grad()
        loss.backward()
        dist.all_reduce(model.weight.grad)
        optimizer.step()
        if step % 3 == 2:
            dist.barrier()


def main():
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    train(dist.get_rank())
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
