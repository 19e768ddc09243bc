"""Ranks take a file lock one after the other, as ranks do to fill a cache that they share."""

import fcntl
import pathlib
import tempfile
import time

from gridlock import planting

LOCK = pathlib.Path(tempfile.gettempdir()) / "gridlock_healthy_file_lock"

dense = planting.dense()
model, layers, loss = dense.model, dense.layers, dense.loss


def batch(cell, step):
    with open(LOCK, "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        time.sleep(1)
    return dense.batch(cell, step)
