"""One rank skips an all-reduce that looks like the next all-reduce of the same group.

The skipped all-reduce has the size and type of the harness's own all-reduce at the end of a step.
From then on, each call of the faulty rank is paired with the previous call of the other ranks. The
results are wrong, but nothing hangs until the faulty rank has made its last call.
"""

import torch
import torch.distributed as dist

from gridlock import planting


def program(x):
    if planting.is_faulty():
        return x
    numbers = torch.ones(2, dtype=torch.float64, device=x.device)
    dist.all_reduce(numbers)
    return x * numbers[0].float()


model, layers, batch, loss, parallelize = planting.toy(program)
