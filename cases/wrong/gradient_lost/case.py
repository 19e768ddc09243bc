"""On one rank, the gradient of one parameter is set to zero after the reduction."""

from gridlock import corrupting


def plant():
    corrupting.at_gradient("blocks.0.up.weight", lambda gradient: gradient.zero_())


model, layers, batch, loss, optimizer = corrupting.exact(plant)
