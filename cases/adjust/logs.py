"""Logs what prints.py prints. torch._dynamo.config.reorderable_logging_functions accepts functions
but no methods of loggers, so a function calls the logger. The function runs after the graph. It is
disabled for Dynamo, which would otherwise trace the function and break the graph inside logging."""

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
