# /// gridlock
# ranks = 2
# verdict = "deadlock"
# class = "store key"
# ///
"""Rank 0 waits for its GPU behind an exchange that rank 1 has not joined. Rank 1 waits for a key
that rank 0 sets after the exchange."""

import os

import torch
import torch.distributed as dist


def main():
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    rank = dist.get_rank()
    store = dist.distributed_c10d._get_default_store()
    x = torch.ones(dist.get_world_size() * 1024, device=device)
    y = torch.empty_like(x)
    dist.all_to_all_single(y, x)
    torch.cuda.synchronize()
    if rank == 1:
        store.wait(["go"])
    dist.all_to_all_single(y, x)
    torch.cuda.synchronize()
    if rank == 0:
        store.set("go", "1")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
