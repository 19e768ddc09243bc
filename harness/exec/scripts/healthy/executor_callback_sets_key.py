# /// gridlock
# ranks = 3
# verdict = "ended"
# ///
"""A pool tokenizes the next shard in a separate process. The future's callback sets a key in the
store. Rank 2 waits for that key, and ranks 0 and 1 wait for rank 2 in a barrier."""

import concurrent.futures
import multiprocessing
import time

import torch.distributed as dist
from torch.distributed.distributed_c10d import _get_default_store


def tokenize(shard):
    time.sleep(5)
    return len(shard)


def main():
    processes = multiprocessing.get_context("forkserver")
    dist.init_process_group("gloo")
    rank, store = dist.get_rank(), _get_default_store()
    pool = concurrent.futures.ProcessPoolExecutor(1, mp_context=processes)
    if rank == 0:
        future = pool.submit(tokenize, "a shard")
        future.add_done_callback(lambda done: store.set("shard", str(done.result())))
    if rank == 2:
        store.wait(["shard"])
    dist.barrier()
    print(f"rank {rank}: {int(store.get('shard'))} tokens")
    dist.destroy_process_group()
    pool.shutdown()


if __name__ == "__main__":
    main()
