# /// gridlock
# ranks = 2
# verdict = "deadlock"
# proved = false  # the driver may only be busy with loading the kernel
# class = "store key"
# ///
"""Rank 0 launches a kernel for the first time behind an all-reduce, and then sets a key. CUDA loads
the kernel first, which waits for all streams. Rank 1 joins the all-reduce after the key is set."""

import os

import torch
import torch.distributed as dist


def main():
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    rank = dist.get_rank()
    store = dist.distributed_c10d._get_default_store()
    x = torch.ones(1024, device=device)
    dist.all_reduce(x)
    torch.cuda.synchronize()
    if rank == 1:
        store.wait(["launched"])
    dist.all_reduce(x)
    x.mul_(1.0)
    if rank == 0:
        store.set("launched", "1")
    print(x.sum().item(), flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
