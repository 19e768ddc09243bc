# /// gridlock
# ranks = 2
# verdict = "deadlock"
# class = "cross-group cycle"
# at_fault = [0, 1]
# ///
"""Rank 0 gives memory back to its GPU (cudaFree) while an all-reduce is open, which waits for all
streams. Rank 1 waits for rank 0 in a barrier of the CPUs instead."""

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
    buffer = torch.empty(1 << 26, device=device)
    dist.all_reduce(x)
    torch.cuda.synchronize()
    if rank == 0:
        work = dist.all_reduce(x, async_op=True)
        del buffer
        torch.cuda.empty_cache()
        work.wait()
    dist.barrier(cpu_group)
    if rank == 1:
        dist.all_reduce(x)
    torch.cuda.synchronize()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
