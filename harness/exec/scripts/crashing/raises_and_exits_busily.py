# /// gridlock
# ranks = 2
# verdict = "crash"
# class = "raised"
# at_fault = [1]
# sentence = "Rank 1 raised ValueError at raises_and_exits_busily.py:29: bad batch"
# ///
"""A rank raises an exception. Its exit takes longer than the grace time: the rank is busy."""

import atexit
import time

import torch
import torch.distributed as dist

SECONDS = 6


def compress_the_log():
    while time.process_time() < began + SECONDS:
        torch.ones(64, 64) @ torch.ones(64, 64)


dist.init_process_group("gloo")
for step in range(3):
    if (dist.get_rank(), step) == (1, 2):
        began = time.process_time()
        atexit.register(compress_the_log)
        raise ValueError("bad batch")
    dist.all_reduce(torch.ones(4))
dist.destroy_process_group()
