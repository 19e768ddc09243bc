# /// gridlock
# ranks = 2
# verdict = "ended"
# ///
"""A training step in a CUDA graph with three collectives over two groups. The graph is captured
once, which executes nothing, and replayed 50 times next to calls outside of graphs."""

import os

import torch
import torch.distributed as dist


def capture(step):
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        step()  # creates the communicators, which is impossible during the capture
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    return graph


def main():
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    rank = dist.get_rank()
    other = dist.new_group()
    x = torch.ones(1024, device="cuda")
    parts = torch.zeros(2048, device="cuda")

    def step():
        y = x * 2
        dist.all_reduce(y)
        dist.all_gather_into_tensor(parts, y, group=other)
        dist.all_reduce(y)

    graph = capture(step)
    for _ in range(50):
        graph.replay()
        dist.all_reduce(x.clone())
    torch.cuda.synchronize()
    print(f"rank {rank}: {parts.sum().item()}", flush=True)
    del graph  # the graph must be destroyed before its communicators
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
