"""The last step is never trained."""

import gridlock
from gridlock import corrupting


def plant():
    gridlock.cell._values["steps"] -= 1


model, layers, batch, loss, optimizer = corrupting.exact(plant)
