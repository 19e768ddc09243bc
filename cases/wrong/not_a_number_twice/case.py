"""One element of a gradient is NaN, in this cell and in the one that it is compared with."""

from gridlock import corrupting


def spoil(gradient):
    gradient.flatten()[0] = float("nan")


def plant():
    corrupting.at_gradient("blocks.0.up.weight", spoil)


model, layers, batch, loss, optimizer = corrupting.exact(plant, always=True)
