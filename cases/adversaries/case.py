"""Runs one generated program (generate.py) in the forward of a toy model on every rank, where the
default group already exists.

`gridlock bench soundness --print ROW` prints the text of the program.
"""

import os
import sys

import generate
import torch
import torch.distributed as dist

from gridlock import cell, planting
from gridlock.probe import own_stores

# Records the stores that a program itself creates, as `gridlock exec` does.
own_stores.watch(dist, lambda: "gridlock_probe" in sys.modules)


def program(x):
    axes = {axis: cell[axis] for axis in generate.AXES}
    axes["device"] = "cuda" if dist.get_backend() == "nccl" else "cpu"
    text = generate.program(axes, cell.id, cell.seed)
    # The program must be a file, because some programs start their file again as a process that is
    # not a rank. The file is in memory, because a program that hangs is killed and cannot delete a
    # file.
    file = os.memfd_create("adversary.py")
    os.write(file, text.encode())
    scope = {"__name__": "adversary", "__file__": f"/proc/{os.getpid()}/fd/{file}"}
    exec(compile(text, "adversary.py", "exec"), scope)
    scope["run"]()
    return torch.zeros_like(x)


model, layers, batch, loss, parallelize = planting.toy(program)
