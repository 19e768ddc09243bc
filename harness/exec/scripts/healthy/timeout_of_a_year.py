# /// gridlock
# ranks = 2
# verdict = "ended"
# ///
"""The timeout of the group and of a wait is longer than 32 bits of milliseconds."""

import datetime

import torch
import torch.distributed as dist

YEAR = datetime.timedelta(days=365)

dist.init_process_group("gloo", timeout=YEAR)
loss = torch.ones(4)
dist.all_reduce(loss)
dist.all_reduce(loss, async_op=True).wait(YEAR)
store = dist.distributed_c10d._get_default_store()
store.set(f"done/{dist.get_rank()}", "1")
store.wait(["done/0", "done/1"], YEAR)
dist.destroy_process_group()
