"""fp16 gradients are divided by half of the factor that the loss was multiplied by."""

from gridlock import corrupting


def plant():
    corrupting.at_gradient(None, lambda gradient: gradient.mul_(2), everywhere=True)


model, layers, batch, loss, optimizer = corrupting.exact(plant)
