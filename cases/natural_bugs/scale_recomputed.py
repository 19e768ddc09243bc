"""pytorch#166926: a checkpoint of a compiled block is recomputed by another of its graphs than the
one that it ran with, which keeps other tensors."""

import gridlock
from torch import nn
from torch.utils.checkpoint import checkpoint

TEMPERATURES = (4.0, 5.0, 6.0)  # from the second one on it is dynamic


class Scaled(nn.Module):
    def forward(self, temperature, x):
        return (x / temperature).exp()


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.linear, self.scaled = nn.Linear(width, width), Scaled()
        if gridlock.cell.compile != "none":
            # With torch's own choice of what is dynamic, which a cell has not.
            self.scaled.compile(backend=gridlock.cell.backend)

    def compiled_parts(self):
        return []

    def forward(self, x):
        x = self.linear(x)
        for temperature in TEMPERATURES:
            x = checkpoint(self.scaled, temperature, x, use_reentrant=False)
        return x
