"""One rank waits for a key of the store, as in a rendezvous. No rank sets the key."""

import datetime

import torch
from torch.distributed import distributed_c10d

from gridlock import planting

LONG = datetime.timedelta(seconds=planting.FOREVER)


def program(x):
    if planting.is_faulty():
        distributed_c10d._get_default_store().wait(["rendezvous/complete"], LONG)
    return torch.zeros_like(x)


model, layers, batch, loss, parallelize = planting.toy(program)
