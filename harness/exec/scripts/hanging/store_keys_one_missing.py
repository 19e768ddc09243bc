# /// gridlock
# ranks = 3
# verdict = "deadlock"
# class = "store key"
# at_fault = [1]
# sentence = "Ranks 0-2 wait for store key 'shard/1' at .*"
# ///
"""Each rank sets a key when its shard is ready and waits for the keys of all ranks. Rank 1 forgets to
set its key."""

import torch
import torch.distributed as dist


def main():
    dist.init_process_group("gloo")
    rank, world_size = dist.get_rank(), dist.get_world_size()
    dist.all_reduce(torch.ones(4))
    store = dist.distributed_c10d._get_default_store()
    if rank != 1:
        store.set(f"shard/{rank}", "ready")
    store.wait([f"shard/{other}" for other in range(world_size)])


main()
