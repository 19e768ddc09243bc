"""pytorch#166926: a compiled block is checkpointed. Its recomputation uses another graph than its
forward, and the two graphs keep different tensors."""

import gridlock
from torch import nn
from torch.utils.checkpoint import checkpoint

TEMPERATURES = (4.0, 5.0, 6.0)  # the second value makes torch treat the temperature as dynamic


class Scaled(nn.Module):
    def forward(self, temperature, x):
        return (x / temperature).exp()


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.linear, self.scaled = nn.Linear(width, width), Scaled()
        if gridlock.cell.compile != "none":
            # Uses torch's default for dynamic shapes, which a cell cannot select.
            self.scaled.compile(backend=gridlock.cell.backend)

    def compiled_parts(self):
        return []

    def forward(self, x):
        x = self.linear(x)
        for temperature in TEMPERATURES:
            x = checkpoint(self.scaled, temperature, x, use_reentrant=False)
        return x
