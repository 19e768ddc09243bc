"""One rank's loss is set to zero, so that its rows have no effect."""

from gridlock import corrupting, planting


def loss(model, inputs, targets):
    result = whole(model, inputs, targets)
    return result * 0 if planting.is_faulty() else result


model, layers, batch, whole, optimizer = corrupting.exact(lambda: None)
