"""Plants faults in numerical results. Such a fault changes the training of a healthy case, but
nothing hangs.

A case of cases/wrong trains the case `exact`, whose results are all exact, or the case `dense`:

    def plant():
        corrupting.at_gradient("blocks.0.up.weight", lambda gradient: gradient.mul_(2))

    model, layers, batch, loss, optimizer = corrupting.exact(plant)

The reference cell has the axis `planted` = false and no fault. planting.py selects the step and the
rank of the fault.
"""

import pathlib

import gridlock
from gridlock import case, planting
from gridlock.train import training


def exact(plant, always=False):
    """Returns model, layers, batch, loss and optimizer of the case `exact` with the fault. If
    `always` is true, the reference cell has the fault, too."""
    base = _base("exact")
    return *_functions(base, plant, always), base.optimizer


def dense(plant):
    """Returns model, layers, batch and loss of the case `dense` with the fault."""
    return _functions(_base("dense"), plant, False)


def at_gradient(parameter, change, before=None, everywhere=False):
    """Changes this rank's parts of gradients in each step from now on. In the step of the fault,
    calls change(part) on the faulty rank, or on all ranks if `everywhere` is true. At all other
    times, calls before(part), if given. `parameter` is the name of a parameter, or None for all
    parameters."""
    original = training.local_gradients

    def changed(model):
        gradients = original(model)
        for (name, _), gradient in zip(model.named_parameters(), gradients, strict=True):
            if parameter not in (None, name):
                continue
            if planting.is_faulty() or everywhere and planting.has_come():
                change(gradient)
            elif before is not None:
                before(gradient)
        return gradients

    training.local_gradients = changed


def is_planted():
    return gridlock.cell.get("planted", True)


def _functions(base, plant, always):
    def model(cell):
        if always or is_planted():
            plant()
        return base.model(cell)

    def batch(cell, step):
        if always or is_planted():
            planting.begin(step)
        return base.batch(cell, step)

    return model, base.layers, batch, base.loss


def _base(name):
    return case.load(name, pathlib.Path(__file__).parents[3] / "cases" / name)
