"""Provides the API that a case uses inside a rank.

    import gridlock
    gridlock.cell.precision                 # the cell that this rank trains: "bf16"
    gridlock.attention(q, k, v, causal=True)
    gridlock.positions()                    # positions of this rank's tokens in the whole sequence

Importing the package does not import torch, because the zygote must set the environment first (see
environment.py).
"""

from gridlock.cell import Cell

cell = Cell()

_FROM_CONTEXT_PARALLEL = ("attention", "positions")


def __getattr__(name):
    if name not in _FROM_CONTEXT_PARALLEL:
        raise AttributeError(f"module 'gridlock' has no attribute {name!r}")
    from gridlock.train import context_parallel

    # The value is stored as a plain attribute, so that compiled code finds it and never calls this
    # function.
    globals()[name] = getattr(context_parallel, name)
    return globals()[name]
