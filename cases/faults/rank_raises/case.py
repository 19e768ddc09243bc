"""One rank raises. The other ranks wait for it and lose their connections."""

from gridlock import planting


def fault():
    raise ValueError("planted")


model, layers, batch, loss = planting.in_dense(fault)
