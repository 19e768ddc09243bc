# /// gridlock
# ranks = 3
# verdict = "ended"
# ///
"""Collectives time out after 5 seconds, and the ranks handle this. Ranks that time out set the key
for which the late rank waits. Then all ranks make a second attempt in a new group."""

import datetime

import torch
import torch.distributed as dist
from torch.distributed.distributed_c10d import _get_default_store

SHORT = datetime.timedelta(seconds=5)


def attempt(number, x):
    group = dist.new_group(timeout=SHORT)
    if number == 0 and dist.get_rank() == 0:
        # Only ranks whose all_reduce times out set this key.
        _get_default_store().wait(["lease given up"])
        return False
    try:
        dist.all_reduce(x, group=group)
        return True
    except RuntimeError:
        _get_default_store().set("lease given up", "yes")
        return False


def main():
    dist.init_process_group("gloo")
    for number in range(2):
        total = torch.ones(4)
        if attempt(number, total):
            print(f"rank {dist.get_rank()}: {total.tolist()} at attempt {number}")
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
