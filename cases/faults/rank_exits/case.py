"""One rank's script ends early, and the rank exits with code 0."""

import os

from gridlock import planting


def fault():
    os._exit(0)


model, layers, batch, loss = planting.in_dense(fault)
