# /// gridlock
# ranks = 3
# verdict = "deadlock"
# class = "mismatched operation"
# at_fault = [1]
# ///
"""1,500 asynchronous calls are in flight at the same time. Rank 1 makes one call fewer."""

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
count = 1499 if dist.get_rank() == 1 else 1500
works = [dist.all_reduce(torch.ones(4), async_op=True) for _ in range(count)]
for work in works:
    work.wait()
dist.barrier()
