"""In one step, no rank updates its parameters."""

from gridlock import corrupting, planting


def optimizer(parameters):
    flip = whole(parameters)
    step = flip.step
    flip.step = lambda: None if planting.has_come() else step()
    return flip


model, layers, batch, loss, whole = corrupting.exact(lambda: None)
