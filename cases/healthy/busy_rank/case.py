"""One rank computes for seconds. It neither sleeps nor makes a call."""

import time

from gridlock import planting


def away():
    end = time.monotonic() + 4
    while time.monotonic() < end:
        sum(range(1000))


model, layers, batch, loss = planting.in_dense(away)
