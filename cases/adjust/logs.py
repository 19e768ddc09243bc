"""Like prints.py, through a logger. torch._dynamo.config.reorderable_logging_functions takes
functions, not methods of loggers, so a function makes the call. It runs after the graph, where
Dynamo would trace it and break inside logging if it were not disabled.
"""

import logging

import prints
import torch

_log = logging.getLogger("adjust")


@torch.compiler.disable
def log(*values):
    _log.warning(" ".join("%s" for _ in values), *values)


class Block(prints.Block):
    def forward(self, x):
        log(self.steps, self.scale)
        return self.scaled(x)
