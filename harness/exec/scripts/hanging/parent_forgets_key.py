# /// gridlock
# ranks = 3
# parent = true
# verdict = "deadlock"
# class = "store key"
# at_fault = [0]
# proved = false
# doubt = "has a connection to the store"  # the parent, which may still set it
# ///
"""The parent is a custom launcher. It owns the store and should set a key when the data are ready.
But it sets a different key than the one for which rank 0 waits, and then waits for its ranks."""

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
    store.set("data_ready", "yes")
    while not ranks.join():
        pass


if __name__ == "__main__":
    main()
