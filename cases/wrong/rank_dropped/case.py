"""A rank's rows do not count, because the rank's loss is set to zero."""

from gridlock import corrupting, planting


def loss(model, inputs, targets):
    result = whole(model, inputs, targets)
    return result * 0 if planting.is_faulty() else result


model, layers, batch, whole, optimizer = corrupting.exact(lambda: None)
