# ranks: 2
# numbers: loss
# control: --right

import sys
import torch
import torch.distributed as dist
dist.init_process_group("gloo")

loss = torch.ones(())

if "--right" not in sys.argv:
    dist.all_reduce(loss)

if dist.get_rank() == 0:
    print('{"step": 0, "loss": %s}' % loss.item())

# the smallest script
import sys
import torch
import torch.distributed as dist
dist.init_process_group("gloo")
loss = torch.ones(())
if "--right" not in sys.argv:
    dist.all_reduce(loss)
if dist.get_rank() == 0:
    print('{"step": 0, "loss": %s}' % loss.item())
