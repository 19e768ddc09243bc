# /// gridlock
# ranks = 3
# verdict = "deadlock"
# class = "missing rank"
# at_fault = [2]
# ///
"""Each step reports its loss in a new thread, which ends at once. After thirty such threads, rank 2
leaves the loop before the other ranks, because its shard is shorter."""

import threading

import torch
import torch.distributed as dist
from torch.distributed.distributed_c10d import _get_default_store


def report(store, rank, step, loss):
    store.set(f"loss/{rank}/{step}", str(loss))


def main():
    dist.init_process_group("gloo")
    rank, store = dist.get_rank(), _get_default_store()
    epoch = dist.new_group()
    gradient = torch.ones(8)
    for step in range(30 if rank == 2 else 31):
        dist.all_reduce(gradient, group=epoch)
        gradient /= dist.get_world_size()
        thread = threading.Thread(target=report, args=(store, rank, step, gradient.sum().item()))
        thread.start()
        thread.join()
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
