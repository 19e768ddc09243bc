# /// gridlock
# ranks = 3
# verdict = "ended"
# ///
"""The timeout of the default group is shortened after the warm-up, as trainers do. Rank 1 then skips
an optional call. The other ranks catch the timeout and go on through the store."""

import datetime

import torch
import torch.distributed as dist


def main():
    dist.init_process_group("gloo", timeout=datetime.timedelta(minutes=30))
    rank, world_size = dist.get_rank(), dist.get_world_size()
    loss = torch.ones(4)
    dist.all_reduce(loss)
    shorter = datetime.timedelta(seconds=4)
    dist.distributed_c10d._set_pg_timeout(shorter, dist.group.WORLD)
    if rank != 1:
        try:
            dist.all_reduce(loss)
        except RuntimeError:
            print(f"rank {rank} goes on without the optional reduction", flush=True)
    store = dist.distributed_c10d._get_default_store()
    store.set(f"done/{rank}", "1")
    store.wait([f"done/{other}" for other in range(world_size)])


main()
