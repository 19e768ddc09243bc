# /// gridlock
# ranks = 2
# verdict = "crash"
# class = "killed"
# at_fault = [1]
# sentence = "Rank 1 was killed by SIGABRT after the script had ended; see docs/hang\\.md#aborts-at-exit"
# ///
"""The script does not destroy its process group. With gloo, the interpreter then sometimes aborts
at its exit. Here rank 1 aborts each time."""

import atexit
import os

import torch
import torch.distributed as dist


def abort_on_rank_1():
    if dist.get_rank() == 1:
        os.abort()  # simulates a thread of gloo that uses destroyed state
    dist.destroy_process_group()


atexit.register(abort_on_rank_1)
dist.init_process_group("gloo")
for _ in range(3):
    dist.all_reduce(torch.ones(4))
