# ranks: 2

import torch
import torch.distributed as dist
dist.init_process_group("gloo")

if dist.get_rank() == 0:
    dist.all_reduce(torch.ones(2))

dist.barrier()

# the smallest script
import torch
import torch.distributed as dist
dist.init_process_group("gloo")
if dist.get_rank() == 0:
    dist.all_reduce(torch.ones(2))
dist.barrier()
