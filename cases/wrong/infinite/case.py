"""One element of a gradient is infinite."""

from gridlock import corrupting


def spoil(gradient):
    gradient.flatten()[0] = float("inf")


def plant():
    corrupting.at_gradient("blocks.0.up.weight", spoil)


model, layers, batch, loss, optimizer = corrupting.exact(plant)
