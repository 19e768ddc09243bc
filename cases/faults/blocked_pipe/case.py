"""One rank reads from an open pipe that no process writes to, as if a data loader had died."""

import os

from gridlock import planting


def fault():
    reader, _ = os.pipe()
    os.read(reader, 1)


model, layers, batch, loss = planting.in_dense(fault)
