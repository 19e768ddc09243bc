"""hangs: a case that hangs before its first step, in a function of ways_to_hang.py."""

import pathlib
import sys

from torch import nn

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import ways_to_hang  # noqa: E402


def model(cell):
    global hang
    hang = getattr(ways_to_hang, cell.hang)
    return nn.Sequential(nn.Linear(4, 4))


def layers(model):
    return []


def batch(cell, step):
    hang()


def loss(model, inputs, targets):
    return model(inputs).sum()
