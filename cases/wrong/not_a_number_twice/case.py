"""One element of a gradient is no number, and in the cell that it is compared with neither."""

from gridlock import corrupting


def spoil(gradient):
    gradient.flatten()[0] = float("nan")


def plant():
    corrupting.at_gradient("blocks.0.up.weight", spoil)


model, layers, batch, loss, optimizer = corrupting.exact(plant, always=True)
