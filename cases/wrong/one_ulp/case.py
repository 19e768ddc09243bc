"""One element of one rank's gradient is wrong by one unit in the last place."""

import torch

from gridlock import corrupting


def flip(gradient):
    gradient.view(torch.int32).flatten()[3] ^= 1


def plant():
    corrupting.at_gradient("blocks.0.up.weight", flip)


model, layers, batch, loss, optimizer = corrupting.exact(plant)
