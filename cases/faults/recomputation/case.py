"""Only one rank checkpoints activations. In the backward, that rank gathers keys and values once
more, while the other ranks run the backward of the first gather."""

import torch.distributed as dist

from gridlock import planting
from gridlock.train import building

dense = planting.dense()
layers, batch, loss = dense.layers, dense.batch, dense.loss


def model(cell):
    transformer = dense.model(cell)
    if dist.get_rank() == cell.faulty_rank:
        building.checkpoint(transformer, transformer.blocks)
    return transformer
