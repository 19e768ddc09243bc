# /// gridlock
# ranks = 2
# verdict = "crash"
# class = "raised"
# at_fault = [1]
# sentence = "Rank 1 raised ValueError at raises_and_aborts_at_exit.py:27: bad batch; it was killed by SIGABRT as it exited"
# ///
"""A rank raises an exception. Then its interpreter aborts at the exit, because the process group
still exists. The verdict must name the exception."""

import atexit
import os

import torch
import torch.distributed as dist


def abort_on_rank_1():
    if dist.get_rank() == 1:
        os.abort()  # simulates a thread of gloo that uses destroyed state


atexit.register(abort_on_rank_1)
dist.init_process_group("gloo")
for step in range(3):
    if (dist.get_rank(), step) == (1, 2):
        raise ValueError("bad batch")
    dist.all_reduce(torch.ones(4))
dist.destroy_process_group()
