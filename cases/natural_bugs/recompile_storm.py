"""pytorch#187073: the compiler distinguishes inputs that the program has waited for from inputs
that it has not. A region that gets both kinds in turn is recompiled up to the recompile limit."""

import torch
import torch._dynamo.config as dynamo_config
import torch.distributed as dist
import torch.distributed._functional_collectives as collectives
from torch import nn

MICROBATCHES, GATHERED = 16, 4


class Mix(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.linear = nn.Linear(width, width)

    def forward(self, x, a, b, c, d):
        return x + self.linear(x) * (a * 2 + b * 3 + c * 4 + d * 5).mean()


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        dynamo_config.fail_on_recompile_limit_hit = True  # otherwise torch continues uncompiled
        self.mix = Mix(width)

    def compiled_parts(self):
        return [self.mix]

    def forward(self, x):
        kept = []  # if gathered tensors are freed soon after their wait, gloo's heap is corrupted
        for number in range(MICROBATCHES):
            parts = [self.gathered() for _ in range(GATHERED)]
            kept += parts
            ready = [p.wait() if (number >> i) & 1 else p for i, p in enumerate(parts)]
            x = self.mix(x, *ready)
        return x

    def gathered(self):
        return collectives.all_gather_tensor(torch.full((2,), 0.01), 0, dist.group.WORLD)
