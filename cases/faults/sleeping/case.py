"""One rank sleeps, as in a loop that retries forever with growing pauses."""

import time

from gridlock import planting


def fault():
    time.sleep(planting.FOREVER)


model, layers, batch, loss = planting.in_dense(fault)
