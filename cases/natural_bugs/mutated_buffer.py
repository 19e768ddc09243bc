"""pytorch#197039: a compiled region reads a buffer and then updates it, and the backward reads the
updated value. With aot_eager_decomp_partition and later backends, torch raises instead."""

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.up = nn.Linear(width, width, bias=False)
        self.down = nn.Linear(width, width, bias=False)
        self.register_buffer("running", torch.zeros(width))

    def compiled_parts(self):
        return [self]

    def forward(self, x):
        h = self.up(x)
        y = (h * self.running.exp()).sin()
        self.running.add_(h.detach().mean((0, 1)) + 1)
        return x + self.down(y)
