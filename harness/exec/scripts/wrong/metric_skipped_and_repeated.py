# /// gridlock
# ranks = 2
# verdict = "ended"
# accident = ".*all_reduce #.* rank 1 made it at .* rank 1 may have made an extra call"
# ///
"""Rank 1 skips the reduction of a metric in step 3 and makes up for it in step 4. Nothing hangs, but
in between the ranks add numbers of different steps."""

import torch
import torch.distributed as dist


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    for step in range(8):
        metric = torch.full((1,), float(step * 10 + rank))
        if not (step == 3 and rank == 1):
            dist.all_reduce(metric)
        if step == 4 and rank == 1:
            dist.all_reduce(torch.zeros(1))
        if rank == 0:
            print(step, metric.item())
    dist.barrier()
    dist.destroy_process_group()


main()
