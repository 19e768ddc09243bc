"""Expert parallelism: the axis ep. Neighbors hold different experts of the modules that the case's
experts(model) gives, and everything else is as without it."""

from torch import nn
from torch.distributed.tensor import Shard, distribute_tensor

from gridlock.train import groups, sharding


def apply(case, model, cell, device):
    """In place. The first dimension of a module's parameters is that of its experts; its method
    keep_experts(group) learns who holds the others."""
    mesh = groups.parts(cell, device, "ep")["ep"]
    for module in case.experts(model):
        for name, parameter in list(module.named_parameters(recurse=False)):
            part = distribute_tensor(parameter.data, mesh, [Shard(0)], src_data_rank=None)
            module.register_parameter(name, nn.Parameter(part))
        module.keep_experts(mesh.get_group())


def shard(case, model, cell, device):
    """Over those who hold the same experts, before FSDP shards what is around them."""
    experts = case.experts(model)
    sharding.wrap(experts, groups.parts(cell, device, "ep")["data"], cell)
    for module in experts:
        # FSDP divides by the ranks of the mesh; the gradients are of their neighbors' tokens, too.
        # Not by set_gradient_divide_factor(): torch 2.11 applies that twice where a shard has one
        # rank and gradients are reduced by sum.
        module.set_all_reduce_hook(lambda gradients: gradients.div_(cell.ep))
