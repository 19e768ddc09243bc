# /// gridlock
# ranks = 2
# verdict = "deadlock"
# class = "missing rank"
# at_fault = [1]
# ///
"""Rank 1 replays a CUDA graph with an all-reduce one time less than rank 0. It then waits for rank
0 in another group, while rank 0 still waits for rank 1 in the graph."""

import os

import torch
import torch.distributed as dist


def main():
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    rank = dist.get_rank()
    other = dist.new_group()
    x = torch.ones(1024, device="cuda")
    for group in (None, other):
        dist.all_reduce(x, group=group)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        dist.all_reduce(x)
    for _ in range(50 - rank):
        graph.replay()
    torch.cuda.synchronize()
    dist.all_reduce(x, group=other)
    torch.cuda.synchronize()


if __name__ == "__main__":
    main()
