"""Gradients are summed over the ranks but not divided by the number of ranks."""

from torch.distributed.fsdp import FSDPModule

from gridlock import corrupting
from gridlock.train import sharding


def sum_only(model):
    for module in model.modules():
        if isinstance(module, FSDPModule):
            module.set_force_sum_reduction_for_comms(True)
            module.set_gradient_divide_factor(1.0)


def plant():
    sharding.reduce_by_sum = sum_only


model, layers, batch, loss, optimizer = corrupting.exact(plant)
