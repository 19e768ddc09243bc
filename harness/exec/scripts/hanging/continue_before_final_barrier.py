# /// gridlock
# ranks = 3
# verdict = "deadlock"
# class = "mismatched operation"
# at_fault = [1]
# sentence = ".*[.] Rank 1 either left its loop after 5 steps of 1 call, or skipped all_reduce #6 at continue_before_final_barrier.py:35, which the others called, or made one call too many: the log has no earlier barrier from continue_before_final_barrier.py:43"
# ///
"""Rank 1 has a batch with a NaN and continues with the next batch. It makes one reduction less, and
reaches the final barrier while the other ranks are in their last reduction. An extra barrier would
look the same, so the verdict names both explanations."""

import torch
import torch.distributed as dist
import torch.nn as nn

STEPS = 6


def load_batch(rank, step):
    generator = torch.Generator().manual_seed(1000 * rank + step)
    x = torch.randn(8, 4, generator=generator)
    return x * float("nan") if (rank, step) == (1, 2) else x


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


def main():
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    train(dist.get_rank())
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
