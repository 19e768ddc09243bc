"""fp16 gradients are divided by only half of the factor by which the loss was multiplied."""

from gridlock import corrupting


def plant():
    corrupting.at_gradient(None, lambda gradient: gradient.mul_(2), everywhere=True)


model, layers, batch, loss, optimizer = corrupting.exact(plant)
