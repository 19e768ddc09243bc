"""Dynamo skips a wrapper of the module's forward, such as profilers and offloaders install: the
module was asked to compile, and all of its steps run eager."""

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
