"""One element of a gradient is NaN, both in the cell and in its reference."""

from gridlock import corrupting


def spoil(gradient):
    gradient.flatten()[0] = float("nan")


def plant():
    corrupting.at_gradient("blocks.0.up.weight", spoil)


model, layers, batch, loss, optimizer = corrupting.exact(plant, always=True)
