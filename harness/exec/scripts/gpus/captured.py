# /// gridlock
# ranks = 2
# verdict = "pass"
# ///
"""A step with a collective in it is captured into a CUDA graph while another collective is still
under way, and replayed."""

import os

import torch
import torch.distributed as dist


def main():
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    aside = dist.new_group()
    x = torch.ones(1024, device=device)
    large = torch.ones(1 << 28, device=device)
    dist.all_reduce(x.clone())
    dist.all_reduce(large, group=aside)
    torch.cuda.synchronize()
    for _ in range(5):
        under_way = [dist.all_reduce(large, group=aside, async_op=True) for _ in range(20)]
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            y = x * 2
            dist.all_reduce(y)
            host = torch.empty(1024, pin_memory=True)
            host.copy_(y, non_blocking=True)
        for work in under_way:
            work.wait()
        for _ in range(50):
            graph.replay()
        assert y.sum().item() == 4 * 1024, y
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
