# /// gridlock
# ranks = 2
# verdict = "deadlock"
# class = "cross-group cycle"
# at_fault = [0, 1]
# ///
"""Rank 0 replays a CUDA graph behind an all-reduce, until the queue of its stream is full. Rank 1
waits for rank 0 in a barrier of the CPUs instead."""

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
    graph = torch.cuda.CUDAGraph()
    dist.all_reduce(x)
    with torch.cuda.graph(graph):
        for _ in range(20):
            x.mul_(1.0)
    graph.replay()
    torch.cuda.synchronize()
    if rank == 0:
        dist.all_reduce(x)
        for _ in range(3000):
            graph.replay()
    dist.barrier(cpu_group)
    if rank == 1:
        dist.all_reduce(x)
    torch.cuda.synchronize()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
