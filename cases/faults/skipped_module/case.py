"""Dynamo skips a wrapper around the module's forward, such as a profiler installs. All steps of the
module run uncompiled, although the module should be compiled."""

import torch

from gridlock import planting


def program(x):
    return x.sin()


def model(cell):
    toy = _model(cell)
    for block in toy.blocks:
        block.forward = torch.compiler.disable(block.forward)
    return toy


_model, layers, batch, loss, parallelize = planting.toy(program)
