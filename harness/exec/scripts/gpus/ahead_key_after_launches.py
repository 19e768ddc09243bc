# /// gridlock
# ranks = 2
# verdict = "ended"
# ///
"""Rank 1 joins an all-reduce after rank 0 has set a key. Rank 0 sets it after a few hundred
launches behind the all-reduce, for which its queue has room."""

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
    dist.all_reduce(x.mul_(1.0))
    for round in range(5):
        if rank == 1:
            store.wait([f"launched{round}"])
        dist.all_reduce(x)
        for _ in range(300):
            x.mul_(1.0)
        if rank == 0:
            store.set(f"launched{round}", "1")
        print(x.sum().item(), flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
