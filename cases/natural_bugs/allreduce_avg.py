"""pytorch#190007: a compiled dist.all_reduce(op=AVG) of a tensor that needs a gradient raises."""

import torch.distributed as dist
from torch import nn


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.linear = nn.Linear(width, width)

    def compiled_parts(self):
        return [self]

    def forward(self, x):
        mean = self.linear(x)
        dist.all_reduce(mean, op=dist.ReduceOp.AVG)  # averages over the rows of all ranks
        return x + mean * 0.5
