"""One rank is slow, so that the other ranks wait for seconds in collectives."""

import time

from gridlock import planting


def away():
    time.sleep(4)


model, layers, batch, loss = planting.in_dense(away)
