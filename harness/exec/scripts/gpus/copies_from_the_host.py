# /// gridlock
# ranks = 2
# verdict = "deadlock"
# class = "cross-group cycle"
# at_fault = [0, 1]
# ///
"""Rank 0 copies a batch to its GPU behind an all-reduce. The copy from pageable memory waits for
the stream. Rank 1 waits for rank 0 in a barrier of the CPUs instead."""

import os

import torch
import torch.distributed as dist


def main():
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    rank = dist.get_rank()
    cpu_group = dist.new_group(backend="gloo")
    x = torch.ones(1024, device=device)
    batch, place = torch.ones(1 << 23), torch.empty(1 << 23, device=device)
    place.copy_(batch)
    dist.all_reduce(x)
    torch.cuda.synchronize()
    if rank == 0:
        dist.all_reduce(x)
        place.copy_(batch)
    dist.barrier(cpu_group)
    if rank == 1:
        dist.all_reduce(x)
    torch.cuda.synchronize()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
