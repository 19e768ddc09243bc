"""Plants faults: selects the faulty rank and the step of the fault, and builds a case around the
fault.

A case of cases/faults either trains a toy model that runs a program of calls in its forward:

    def program(x):  # returns the value that is added to x
        if planting.is_faulty():
            return x
        …
    model, layers, batch, loss, parallelize = planting.toy(program)

or trains the dense case with an event before a step:

    model, layers, batch, loss = planting.in_dense(lambda: time.sleep(FOREVER))

The cell's axis `faulty_rank` selects the faulty rank. All steps before FAULT_STEP are healthy.
"""

import functools
import pathlib

import torch
import torch._inductor.config as inductor_config
import torch.distributed as dist
import torch.nn.functional as F
from torch import nn
from torch._dynamo.backends import debugging

import gridlock
from gridlock import case

FAULT_STEP = 1
FOREVER = 1_000_000  # seconds: longer than any deadline
BATCH, SEQUENCE, WIDTH = 120, 64, 8  # 1 to 6 or 8 ranks can split BATCH, cp 32 SEQUENCE

_reached = False
_faulty = False


def begin(step):
    """Begins a step. The batch() of a case calls this function."""
    global _reached, _faulty
    _reached = step == FAULT_STEP
    _faulty = _reached and dist.get_rank() == faulty_rank()


def has_come():
    """Returns whether this is the step of the fault. The result is the same on all ranks."""
    return _reached


def is_faulty():
    """Returns whether this is the faulty rank in the step of the fault."""
    return _faulty


def faulty_rank():
    return gridlock.cell.get("faulty_rank")


def next_rank():
    return (dist.get_rank() + 1) % dist.get_world_size()


def previous_rank():
    return (dist.get_rank() - 1) % dist.get_world_size()


def _nothing(cell):
    pass


def toy(program, prepare=_nothing):
    """Returns model, layers, batch, loss and parallelize of a case that calls program(x) in each
    step, where x is [rows, S, WIDTH].

    `prepare` runs on every rank before the first step; it may create groups. The case does not use
    FSDP. A step consists of the program's calls and then the harness's own all-reduce over all
    ranks.
    """

    def model(cell):
        prepare(cell)
        return _Toy(program)

    return model, _layers, _batch, _loss, _parallelize


def in_dense(fault):
    """Returns model, layers, batch and loss of the dense case. In the step of the fault, the faulty
    rank calls fault() once."""
    whole = dense()

    @functools.wraps(whole.batch)
    def batch(cell, step):
        begin(step)
        if is_faulty():
            fault()
        return whole.batch(cell, step)

    return whole.model, whole.layers, batch, whole.loss


def compile_afresh():
    """Disables caches, so that a rank does not reuse code that another rank or an earlier cell
    compiled."""
    inductor_config.force_disable_caches = True


def on_each_graph(change):
    """Calls change(graph) from now on for each graph that aot_eager or inductor compiles."""
    compile_afresh()
    run = debugging.boxed_nop

    def changed(module, inputs):
        change(module.graph)
        module.recompile()
        return run(module, inputs)

    debugging.boxed_nop = changed
    inductor_config.post_grad_custom_post_pass = change


def dense():
    return case.load("dense", pathlib.Path(__file__).parents[3] / "cases" / "dense")


class _Block(nn.Module):
    def __init__(self, program):
        super().__init__()
        self.linear = nn.Linear(WIDTH, WIDTH)
        self.program = program

    def forward(self, x):
        x = self.linear(x)
        return x + self.program(x)


class _Toy(nn.Module):
    def __init__(self, program):
        super().__init__()
        self.blocks = nn.ModuleList([_Block(program)])

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x


def _layers(model):
    return model.blocks


def _batch(cell, step):
    begin(step)
    generator = torch.Generator().manual_seed(1000 * cell.seed + step)
    inputs = torch.randn(BATCH, SEQUENCE, WIDTH, generator=generator)
    return inputs, inputs.roll(1, dims=1)


def _loss(model, inputs, targets):
    return F.mse_loss(model(inputs), targets)


def _parallelize(model, cell, mesh):
    """Does nothing: each rank keeps its own copy of the model, and the copies diverge."""
