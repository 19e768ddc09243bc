"""Runs one generated program (generate.py) in the forward pass of a toy model on every rank.

`gridlock bench soundness --print ROW` prints the same text. The default group exists already.
"""

import os
import sys

import generate
import torch
import torch.distributed as dist

from gridlock import cell, planting
from gridlock.probe import own_stores

# Stores that a program makes for itself are recorded, as under `gridlock exec`.
own_stores.watch(dist, lambda: "gridlock_probe" in sys.modules)


def program(x):
    axes = {axis: cell[axis] for axis in generate.AXES}
    axes["device"] = "cuda" if dist.get_backend() == "nccl" else "cpu"
    text = generate.program(axes, cell.id, cell.seed)
    # The program is in a file, because some programs start themselves again as a process that is no
    # rank. The file is in memory, because programs that hang are killed and could not delete it.
    file = os.memfd_create("adversary.py")
    os.write(file, text.encode())
    scope = {"__name__": "adversary", "__file__": f"/proc/{os.getpid()}/fd/{file}"}
    exec(compile(text, "adversary.py", "exec"), scope)
    scope["run"]()
    return torch.zeros_like(x)


model, layers, batch, loss, parallelize = planting.toy(program)
