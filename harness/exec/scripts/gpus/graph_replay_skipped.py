# /// gridlock
# ranks = 2
# verdict = "desync"
# class = "mismatched operation"
# at_fault = [1]
# ///
"""Each step replays a CUDA graph with two collectives, and makes a broadcast outside of the graph.
Rank 1 skips one replay. Its next broadcast then meets the first collective of rank 0's graph."""

import os

import torch
import torch.distributed as dist

SKIPPED = 30


def main():
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    rank = dist.get_rank()
    x = torch.ones(1024, device="cuda")
    parts = torch.zeros(2048, device="cuda")
    flag = torch.zeros(1, device="cuda")

    def step():
        y = x * 2
        dist.all_reduce(y)
        dist.all_gather_into_tensor(parts, y)

    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        step()  # creates the communicators, which is impossible during the capture
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    for i in range(50):
        if not (rank == 1 and i == SKIPPED):
            graph.replay()
        dist.broadcast(flag, 0)
    torch.cuda.synchronize()


if __name__ == "__main__":
    main()
