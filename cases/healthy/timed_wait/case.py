"""Waits for a store key and for an all-reduce time out and are repeated until they succeed."""

import contextlib
import datetime
import time

import torch
import torch.distributed as dist
from torch.distributed import distributed_c10d

from gridlock import planting

SHORT = datetime.timedelta(milliseconds=300)


def program(x):
    if planting.is_faulty():
        time.sleep(3)
        distributed_c10d._get_default_store().set("news", "come")
        time.sleep(3)
    elif planting.has_come():
        patiently(lambda: distributed_c10d._get_default_store().wait(["news"], SHORT))
    work = dist.all_reduce(x.detach().clone(), async_op=True)
    if x.device.type == "cpu":
        patiently(lambda: work.wait(SHORT))
    else:
        work.wait()  # not repeated: NCCL aborts the process if a wait times out
    return torch.zeros_like(x)


def patiently(wait):
    done = False
    while not done:
        with contextlib.suppress(RuntimeError):
            wait()
            done = True


model, layers, batch, loss, parallelize = planting.toy(program)
