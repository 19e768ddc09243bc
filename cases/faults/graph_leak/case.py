"""Each step keeps a buffer, as if the results of compiled steps were never freed. So memory grows
in each step."""

import torch

from gridlock import planting

MIB = 96

_kept = []


@torch.compiler.disable
def keep(x):
    _kept.append(torch.ones(MIB * 2**18, device=x.device))


def program(x):
    if torch.compiler.is_compiling():
        keep(x)
    return x.sin()


model, layers, batch, loss, parallelize = planting.toy(program)
