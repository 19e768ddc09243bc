"""One rank sleeps, as in a retry loop with endless back-off."""

import time

from gridlock import planting


def fault():
    time.sleep(planting.FOREVER)


model, layers, batch, loss = planting.in_dense(fault)
