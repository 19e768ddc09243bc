"""Ring attention in one graph. The result adds the output of the first step once more.

Older torch follows every path through the graph to find the first node that cannot be fused
(pytorch#145081, fixed by pytorch#145082). Each link of an unrolled ring doubles the number of
paths. The case restores the old line in memory. The compiler would then be busy for years. It is no
deadlock, because no rank waits for a missing call.
"""

import inspect

import torch
import torch.distributed as dist
import torch.distributed._functional_collectives as collectives
import torch.nn.functional as F
from torch._functorch import partitioners

from gridlock import planting

MENDED, OLD = "if val not in sorted_nodes:", "if True:"


def prepare(cell):
    if cell.partitioner == "current":
        return
    source = inspect.getsource(partitioners.solve_min_cut)
    if MENDED not in source:
        raise RuntimeError("this torch has another partitioner: the old line cannot be put back")
    exec(source.replace(MENDED, OLD), vars(partitioners))


def program(x):
    """Attends over the sequences of all ranks. Queries, keys and values are all x [B, S, D]."""
    keys, out, total, first = x, None, None, None
    for step in range(dist.get_world_size()):
        scores = x @ keys.transpose(-1, -2)
        weight = torch.logsumexp(scores, -1, keepdim=True)
        mixed = (scores - weight).exp() @ keys
        if step == 0:
            out, total, first = mixed, weight, mixed
        else:
            out = out - torch.sigmoid(weight - total) * (out - mixed)
            total = total - F.logsigmoid(total - weight)
        if step < dist.get_world_size() - 1:
            keys = send_on(keys)
    return out + first


def send_on(keys):
    sent, received = [0] * dist.get_world_size(), [0] * dist.get_world_size()
    sent[planting.next_rank()] = received[planting.previous_rank()] = keys.shape[0]
    return collectives.all_to_all_single_autograd(keys, received, sent, dist.group.WORLD)


model, layers, batch, loss, parallelize = planting.toy(program, prepare)
