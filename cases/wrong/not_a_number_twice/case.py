"""One element of a gradient is NaN, both in this cell and in the reference of this cell."""

from gridlock import corrupting


def spoil(gradient):
    gradient.flatten()[0] = float("nan")


def plant():
    corrupting.at_gradient("blocks.0.up.weight", spoil)


model, layers, batch, loss, optimizer = corrupting.exact(plant, always=True)
