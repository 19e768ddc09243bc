"""One rank reads a buffer before the data has arrived in it."""

import torch
import torch.distributed as dist
from torch import nn

from gridlock import corrupting, planting


class Scaled(nn.Module):
    """Multiplies by ones. The rank after the faulty rank broadcasts the ones."""

    def __init__(self, base):
        super().__init__()
        self.base = base

    def forward(self, tokens):
        outputs = self.base(tokens)
        return outputs * received(outputs)


def received(outputs):
    faulty = planting.faulty_rank()
    source = (faulty + 1) % dist.get_world_size()
    is_source = dist.get_rank() == source
    token = torch.zeros(1)
    if is_source and planting.has_come():
        dist.recv(token, faulty)  # the source sends only after the faulty rank has read too early
    buffer = torch.full_like(outputs[0, 0], 1.0 if is_source else 3.0)
    work = dist.broadcast(buffer, source, async_op=True)
    too_early = buffer.clone()
    if planting.is_faulty():
        dist.send(token, source)
    work.wait()
    return too_early if planting.is_faulty() else buffer


def model(cell):
    return Scaled(base(cell))


def layers(model):
    return base_layers(model.base)


base, base_layers, batch, loss, optimizer = corrupting.exact(lambda: None)
