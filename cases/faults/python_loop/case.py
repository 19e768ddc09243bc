"""One rank runs an endless loop."""

from gridlock import planting


def fault():
    while True:
        pass


model, layers, batch, loss = planting.in_dense(fault)
