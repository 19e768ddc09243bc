# /// gridlock
# ranks = 3
# verdict = "deadlock"
# class = "missing rank"
# at_fault = [1]
# ///
"""A pool of threads averages metrics in separate groups, in parallel. The idle threads remain when
rank 1 leaves the epoch one step early and goes to the final barrier."""

import concurrent.futures

import torch
import torch.distributed as dist


def average(group, value):
    total = torch.tensor([value])
    dist.all_reduce(total, group=group)
    return total.item() / dist.get_world_size()


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    groups = [dist.new_group() for _ in range(4)]
    step_group = dist.new_group()
    with concurrent.futures.ThreadPoolExecutor(len(groups)) as pool:
        print("metrics", list(pool.map(average, groups, [1.0, 2.0, 3.0, float(rank)])))
        gradient = torch.ones(8)
        for step in range(9 if rank == 1 else 10):
            dist.all_reduce(gradient, group=step_group)
        dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
