"""One rank's loss is part of the reported loss but has no gradient."""

from gridlock import corrupting, planting


def loss(model, inputs, targets):
    result = whole(model, inputs, targets)
    return result.detach() + 0 * (result - result.detach()) if planting.is_faulty() else result


model, layers, batch, whole, optimizer = corrupting.exact(lambda: None)
