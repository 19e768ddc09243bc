# ranks: 2

import torch
import torch.distributed as dist
dist.init_process_group("gloo")

group = dist.new_group(list(range(dist.get_world_size())))

if dist.get_rank() == 0:
    dist.all_reduce(torch.ones(2), group=group)

dist.all_reduce(torch.ones(2))

if dist.get_rank() != 0:
    dist.all_reduce(torch.ones(2), group=group)

# the smallest script
import torch
import torch.distributed as dist
dist.init_process_group("gloo")
group = dist.new_group([0, 1])
if dist.get_rank() == 0:
    dist.all_reduce(torch.ones(2), group=group)
dist.all_reduce(torch.ones(2))
if dist.get_rank() != 0:
    dist.all_reduce(torch.ones(2), group=group)
