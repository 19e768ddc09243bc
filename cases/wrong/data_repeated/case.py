"""One step trains the batch of the previous step."""

from gridlock import corrupting, planting


def batch(cell, step):
    right = whole(cell, step)
    return whole(cell, step - 1) if planting.has_come() else right


model, layers, whole, loss, optimizer = corrupting.exact(lambda: None)
