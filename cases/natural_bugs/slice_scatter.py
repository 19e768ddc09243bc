"""pytorch#180164: generated code computes a wrong gradient through slice_scatter(…).sum(dim)."""

import torch
from torch import nn


class Pool(nn.Module):
    """Replaces a part of the sequence with a patch, then sums over the sequence."""

    def forward(self, x, patch):
        return torch.slice_scatter(x, patch, dim=1, start=2, end=5).sum(dim=1)


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.linear, self.patch, self.pool = nn.Linear(width, width), nn.Linear(width, width), Pool()

    def compiled_parts(self):
        return [self.pool]

    def forward(self, x):
        return x + self.pool(self.linear(x), self.patch(x[:, :3])).unsqueeze(1)
