# ranks: 3

import torch
import torch.distributed as dist
dist.init_process_group("gloo")

pair = dist.new_group([0, 1])

if dist.get_rank() == 1:
    dist.broadcast(torch.ones(2), 0, group=pair)
    dist.broadcast(torch.ones(2), 0, group=pair)

if dist.get_rank() == 0:
    dist.broadcast(torch.ones(2), 0, group=pair)

dist.all_reduce(torch.ones(2))

# the smallest script
import torch
import torch.distributed as dist
dist.init_process_group("gloo")
pair = dist.new_group([0, 1])
if dist.get_rank() == 1:
    dist.broadcast(torch.ones(2), 0, group=pair)
dist.all_reduce(torch.ones(2))
