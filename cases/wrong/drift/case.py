"""The loss is too large, by an error that grows by a thousandth of the loss in each step."""

from gridlock import corrupting


def loss(model, inputs, targets):
    return whole(model, inputs, targets) * (1 + 1e-3 * now if corrupting.is_planted() else 1)


def batch(cell, step):
    global now
    now = step
    return batches(cell, step)


now = 0
model, layers, batches, whole = corrupting.dense(lambda: None)
