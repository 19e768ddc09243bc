"""On one rank, the gradient of one parameter is doubled after the reduction."""

from gridlock import corrupting


def plant():
    corrupting.at_gradient("blocks.0.up.weight", lambda gradient: gradient.mul_(2))


model, layers, batch, loss, optimizer = corrupting.exact(plant)
