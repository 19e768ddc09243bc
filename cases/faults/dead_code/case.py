"""The result of a collective is not used, so the collective looks like dead code. One rank's
compiler removes the call, and the other ranks wait in it.

Older torch removed such calls. torch keeps them since pytorch#131023.
"""

import torch
import torch.distributed as dist
import torch.distributed._functional_collectives as collectives

from gridlock import planting

everybody = None


def prepare(cell):
    global everybody
    everybody = dist.new_group()
    planting.compile_afresh()


def forget_side_effects():
    wait = torch.ops._c10d_functional.wait_tensor
    torch.fx.node._side_effectful_functions -= {wait, wait.default}


def batch(cell, step):
    tensors = make(cell, step)
    if planting.is_faulty():
        forget_side_effects()
    return tensors


def program(x):
    scale = 2 if planting.has_come() else 1  # all ranks recompile at the fault
    collectives.all_reduce(x.detach(), "sum", everybody)
    return x * scale


model, layers, make, loss, parallelize = planting.toy(program, prepare)
