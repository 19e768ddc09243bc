"""The loss of the last step is a hundredth too large."""

import gridlock
from gridlock import corrupting


def loss(model, inputs, targets):
    result = whole(model, inputs, targets)
    return result * 1.01 if is_last() else result


def batch(cell, step):
    global last
    last = step == cell.steps - 1
    return batches(cell, step)


def is_last():
    return last and corrupting.is_planted()


last = False
model, layers, batches, whole = corrupting.dense(lambda: None)
