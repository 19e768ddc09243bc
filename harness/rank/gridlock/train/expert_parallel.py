"""Expert parallelism: the axis ep. Neighbors hold different experts of the modules that the case's
experts(model) gives, and everything else is as without it."""

from torch import nn
from torch.distributed.tensor import Shard, distribute_tensor

from gridlock.train import groups


def apply(modules, cell, device):
    """In place, before FSDP shards the parts. The first dimension of a module's parameters is that of
    its experts; keep_experts(group) tells it who holds the others."""
    mesh = groups.parts(cell, device, "ep")["ep"]
    for module in modules:
        for name, parameter in list(module.named_parameters(recurse=False)):
            part = distribute_tensor(parameter.data, mesh, [Shard(0)], src_data_rank=None)
            module.register_parameter(name, nn.Parameter(part))
        module.keep_experts(mesh.get_group())


def average(module, cell):
    """FSDP divides by the ranks that have the same experts. Gradients are of their tokens and of those
    that their neighbors sent."""
    # By hand: torch 2.11 applies a factor of set_gradient_divide_factor() twice where a part has one
    # rank and gradients are reduced by sum.
    module.set_all_reduce_hook(lambda gradients: gradients.div_(cell.ep))
