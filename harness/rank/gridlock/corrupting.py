"""Plants faults in numerical results. Such faults change the training of a healthy case, but
nothing hangs.

A case of cases/wrong trains `exact`, in which every result is exact, or `dense`:

    def plant():
        corrupting.at_gradient("blocks.0.up.weight", lambda gradient: gradient.mul_(2))

    model, layers, batch, loss, optimizer = corrupting.exact(plant)

If the cell's axis `planted` is false, the fault is absent, and the cell is the reference.
planting.py determines the step and the rank of the fault.
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
    """Calls, from now on, change(the rank's part of the gradient) on the faulty rank in the step of
    the fault, and before(the part) in all other cases. `parameter` is a name, or None for all
    parameters. If `everywhere` is true, calls `change` on all ranks."""
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
