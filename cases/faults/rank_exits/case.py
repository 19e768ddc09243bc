"""One rank exits cleanly because its script is over."""

import os

from gridlock import planting


def fault():
    os._exit(0)


model, layers, batch, loss = planting.in_dense(fault)
