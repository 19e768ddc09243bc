# ranks: 2

import torch
import torch.distributed as dist
dist.init_process_group("gloo")

work = None

if dist.get_rank() == 0:
    work = dist.all_reduce(torch.ones(2), async_op=True)

if work is not None:
    work.wait()

dist.barrier()

# the smallest script
import torch
import torch.distributed as dist
dist.init_process_group("gloo")
if dist.get_rank() == 0:
    dist.all_reduce(torch.ones(2), async_op=True).wait()
dist.barrier()
