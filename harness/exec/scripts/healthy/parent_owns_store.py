# /// gridlock
# ranks = 3
# parent = true
# verdict = "ended"
# ///
"""A custom launcher: the parent, which is not a rank, owns the store. It prepares the data while
its ranks are in their first calls, and then sets the key that rank 0 waits for."""

import time

import torch
import torch.distributed as dist
import torch.multiprocessing as mp

RANKS = 3


def train(rank, port):
    store = dist.TCPStore("127.0.0.1", port, is_master=False)
    dist.init_process_group("gloo", store=store, rank=rank, world_size=RANKS)
    if rank == 0:
        store.wait(["data/ready"])
    total = torch.ones(4)
    dist.all_reduce(total)
    print(f"rank {rank}: {total.tolist()}", flush=True)
    dist.destroy_process_group()


def main():
    store = dist.TCPStore("127.0.0.1", 0, is_master=True, wait_for_workers=False)
    ranks = mp.spawn(train, args=(store.port,), nprocs=RANKS, join=False)
    time.sleep(12)  # includes the start of the ranks
    store.set("data/ready", "yes")
    while not ranks.join():
        pass


if __name__ == "__main__":
    main()
