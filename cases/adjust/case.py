"""adjust: a small transformer whose compiled region runs code in the style of third parties.

An adjustment is a module of this folder with a class Block: transformer.py's block with additional
code before it. An adjustment may also have a class Preprocessing, which runs before all blocks. The
effect of an adjustment never depends on how the batch and the sequence are split over ranks.
"""

import adjusts_nothing
import autograd_function
import custom_operator
import item
import logger
import logs
import numpy_round_trip
import prints
import torch
import torch._dynamo.config as dynamo_config
import torch.nn.functional as F
from torch import nn

VOCABULARY, WIDTH = 32, 16
BATCH = 8
SEQUENCE = 64  # on GPUs, ranks with fewer than 32 positions fail (pytorch#159706)

ADJUSTMENTS = {
    "none": adjusts_nothing.Block,
    "item": item.Block,
    "numpy": numpy_round_trip.Block,
    "logger": logger.Block,
    "autograd_function": autograd_function.Block,
    "custom_operator": custom_operator.Block,
    "print": prints.Block,
    "reordered_print": prints.Block,
    "reordered_logger": logs.Block,
}
REORDERED = {"reordered_print": print, "reordered_logger": logs.log}
PREPROCESSING = {"custom_operator": custom_operator.Preprocessing}


class Model(nn.Module):
    def __init__(self, cell):
        super().__init__()
        self.embedding = nn.Embedding(VOCABULARY, WIDTH)
        self.preprocessing = PREPROCESSING.get(cell.adjustment, nn.Identity)()
        block = ADJUSTMENTS[cell.adjustment]
        self.blocks = nn.ModuleList(block(WIDTH) for _ in range(cell.layers))
        self.out = nn.Linear(WIDTH, VOCABULARY, bias=False)

    def forward(self, tokens):
        x = self.preprocessing(self.embedding(tokens))
        for block in self.blocks:
            x = block(x)
        return self.out(x)


def model(cell):
    reorder(REORDERED.get(cell.adjustment))
    return Model(cell)


def reorder(function):
    """Makes this function print or log without breaking the graph, in the way that torch documents.
    Removes the function of an earlier cell, because a warm rank may have trained one."""
    others = dynamo_config.reorderable_logging_functions - set(REORDERED.values())
    dynamo_config.reorderable_logging_functions = others | {function} if function else others


def layers(model):
    return model.blocks


def batch(cell, step):
    generator = torch.Generator().manual_seed(1000 * cell.seed + step)
    tokens = torch.randint(0, VOCABULARY, (BATCH, SEQUENCE + 1), generator=generator)
    return tokens[:, :-1], tokens[:, 1:]


def loss(model, inputs, targets):
    return F.cross_entropy(model(inputs).float().flatten(0, 1), targets.flatten())
