"""Two ranks swap their shards of a gradient."""

import torch
import torch.distributed as dist

from gridlock import corrupting, planting


def swap(gradient):
    rank, faulty = dist.get_rank(), planting.faulty_rank()
    if rank not in (faulty, faulty ^ 1):
        return
    other = torch.empty_like(gradient)
    pair = [
        dist.P2POp(dist.isend, gradient.clone(), rank ^ 1),
        dist.P2POp(dist.irecv, other, rank ^ 1),
    ]
    for work in dist.batch_isend_irecv(pair):
        work.wait()
    gradient.copy_(other)


def plant():
    corrupting.at_gradient("blocks.0.attention.v.weight", swap, everywhere=True)


model, layers, batch, loss, optimizer = corrupting.exact(plant)
