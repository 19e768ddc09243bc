"""One rank's compiled all-reduce has the same elements in another order. Nothing hangs, but the
ranks add elements that do not belong together."""

import torch.distributed as dist
import torch.distributed._functional_collectives as collectives

from gridlock import planting


def program(x):
    total = x.detach()
    if dist.get_rank() == planting.faulty_rank():
        total = total.transpose(0, 1).contiguous()
    total = collectives.all_reduce(total, "sum", dist.group.WORLD)
    return 0 * total.mean()


model, layers, batch, loss, parallelize = planting.toy(program)
