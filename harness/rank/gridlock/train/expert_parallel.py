"""Distributes experts over ranks (expert parallelism, the axis ep). Neighboring ranks hold
different experts of the modules that the case's experts(model) returns. All else is as without
expert parallelism."""

from torch import nn
from torch.distributed.tensor import Shard, distribute_tensor

from gridlock.train import groups, sharding


def apply(case, model, cell, device):
    """Splits the experts in place. The first dimension of a module's parameters counts the experts.
    The module's method keep_experts(group) receives the group of the ranks that hold the other
    experts."""
    mesh = groups.parts(cell, device, "ep")["ep"]
    for module in case.experts(model):
        for name, parameter in list(module.named_parameters(recurse=False)):
            part = distribute_tensor(parameter.data, mesh, [Shard(0)], src_data_rank=None)
            module.register_parameter(name, nn.Parameter(part))
        module.keep_experts(mesh.get_group())


def shard(case, model, cell, device):
    """Shards the experts over the ranks that hold the same experts. This precedes the sharding of
    the surrounding modules by FSDP."""
    experts = case.experts(model)
    sharding.wrap(experts, groups.parts(cell, device, "ep")["data"], cell)
    for module in experts:
        # FSDP divides gradients by the ranks of the mesh. But the gradients also include the
        # neighbors' tokens, so they are divided once more. set_gradient_divide_factor() cannot do
        # that: torch 2.11 applies it twice if a shard has one rank and gradients are reduced by
        # sum.
        module.set_all_reduce_hook(lambda gradients: gradients.div_(cell.ep))
