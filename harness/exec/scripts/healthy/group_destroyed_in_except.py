# /// gridlock
# ranks = 3
# verdict = "ended"
# ///
"""Rank 1 is preempted. It handles the exception by destroying its group, which waits for a pending
call that the other ranks join late. Then it saves its state and ends well."""

import time

import torch
import torch.distributed as dist


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    loss = torch.ones(4)
    dist.all_reduce(loss)
    if rank == 1:
        try:
            pending = dist.all_reduce(loss, async_op=True)
            raise RuntimeError("preempted")
        except RuntimeError:
            dist.destroy_process_group()
        time.sleep(1)
        return pending
    steps, end = 0, time.time() + 8
    while time.time() < end:
        steps += 1
    dist.all_reduce(loss)
    dist.destroy_process_group()


main()
