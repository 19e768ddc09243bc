"""One rank reads from a pipe whose other end is open, but no process writes: a data loader that died."""

import os

from gridlock import planting


def fault():
    reader, _ = os.pipe()
    os.read(reader, 1)


model, layers, batch, loss = planting.in_dense(fault)
