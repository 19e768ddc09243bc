"""fp16 gradients are divided by half of what the loss was multiplied with."""

from gridlock import corrupting


def plant():
    corrupting.at_gradient(None, lambda gradient: gradient.mul_(2), everywhere=True)


model, layers, batch, loss, optimizer = corrupting.exact(plant)
