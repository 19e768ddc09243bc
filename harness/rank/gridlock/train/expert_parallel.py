"""Distributes experts over ranks (expert parallelism, the axis ep). The case's experts(model)
returns the modules with experts. Neighboring ranks hold different experts of these modules.
Everything else is the same as without expert parallelism."""

from torch import nn
from torch.distributed.tensor import Shard, distribute_tensor

from gridlock.train import groups, sharding


def apply(case, model, cell, device):
    """Splits the experts in place. The first dimension of each parameter of these modules counts
    the experts. The method keep_experts(group) of a module receives the group of the ranks that
    share the experts."""
    mesh = groups.parts(cell, device, "ep")["ep"]
    for module in case.experts(model):
        for name, parameter in list(module.named_parameters(recurse=False)):
            part = distribute_tensor(parameter.data, mesh, [Shard(0)], src_data_rank=None)
            module.register_parameter(name, nn.Parameter(part))
        module.keep_experts(mesh.get_group())


def shard(case, model, cell, device):
    """Shards the experts over the ranks that hold the same experts. Must precede FSDP's sharding of
    the modules around the experts."""
    experts = case.experts(model)
    sharding.wrap(experts, groups.parts(cell, device, "ep")["data"], cell)
    for module in experts:
        # FSDP divides gradients by the ranks of the mesh. The gradients of an expert also include
        # the tokens of the neighbors, so they are divided by ep, too. set_gradient_divide_factor()
        # cannot do that: torch 2.11 applies the factor twice if the mesh has one rank and gradients
        # are reduced by sum.
        module.set_all_reduce_hook(lambda gradients: gradients.div_(cell.ep))
