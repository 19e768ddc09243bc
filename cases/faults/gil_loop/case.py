"""One rank runs an endless loop in C that holds the GIL. Therefore no other thread of the rank runs
Python code, and no Python signal handler is called."""

import collections
import itertools

from gridlock import planting


def fault():
    collections.deque(itertools.repeat(None), maxlen=0)


model, layers, batch, loss = planting.in_dense(fault)
