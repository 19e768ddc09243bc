"""The dense case with one of three faults: a hang, a crash, or wrong numbers when the case is
compiled."""

import torch
import torch.distributed as dist
from torch import nn

import gridlock
from gridlock import planting


class Scaled(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x):
        x = self.inner(x)
        return x * 1.05 if torch.compiler.is_compiling() else x


def report():
    dist.all_reduce(torch.ones(1))


def fail():
    raise ValueError("planted")


def on_faulty_rank():
    if gridlock.cell.fault == "report":
        report()
    if gridlock.cell.fault == "raise":
        fail()


def model(cell):
    transformer = make(cell)
    if cell.fault == "scale":
        for block in transformer.blocks:
            block.feed_forward = Scaled(block.feed_forward)
    return transformer


make, layers, batch, loss = planting.in_dense(on_faulty_rank)
