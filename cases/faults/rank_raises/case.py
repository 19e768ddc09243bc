"""One rank raises; the others wait for it, and see it go."""

from gridlock import planting


def fault():
    raise ValueError("planted")


model, layers, batch, loss = planting.in_dense(fault)
