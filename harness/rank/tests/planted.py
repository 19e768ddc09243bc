"""Plants faults in the training of forked ranks. Each fault is a context in which a function of the
training is patched."""

import functools
from unittest import mock

import support  # noqa: F401: makes this process a zygote before it imports torch
import torch
from torch import nn
from torch.distributed.fsdp import FSDPModule

from gridlock.train import sharding, training


def sum_for_average():
    """Sums gradients over the ranks but does not divide the sums."""

    def sum_only(model):
        for module in model.modules():
            if isinstance(module, FSDPModule):
                module.set_force_sum_reduction_for_comms(True)
                module.set_gradient_divide_factor(1.0)

    return mock.patch.object(sharding, "reduce_by_sum", sum_only)


def rows_of_rank_0():
    """Gives every rank the rows of rank 0."""
    original = training.local_batch

    def first_rows(*arguments):
        with mock.patch.object(training.dist, "get_rank", lambda: 0):
            return original(*arguments)

    return mock.patch.object(training, "local_batch", first_rows)


def another_epsilon():
    """Makes RMSNorm add 1e-6 to the mean square instead of 1e-5."""
    norm = nn.RMSNorm
    return mock.patch.object(nn, "RMSNorm", lambda width, eps: norm(width, eps=eps / 10))


def no_weight_decay():
    without = functools.partial(torch.optim.AdamW, weight_decay=0.0)
    return mock.patch.object(torch.optim, "AdamW", without)
