"""The loss is multiplied by a factor, and fp16 gradients are divided by only half of that
factor."""

from gridlock import corrupting


def plant():
    corrupting.at_gradient(None, lambda gradient: gradient.mul_(2), everywhere=True)


model, layers, batch, loss, optimizer = corrupting.exact(plant)
