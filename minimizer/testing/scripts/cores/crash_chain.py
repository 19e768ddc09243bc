# ranks: 1

import torch
import torch.distributed as dist
dist.init_process_group("gloo")

a = torch.ones(4, 4, requires_grad=True)

b = torch.exp(a)

c = b.sum()

b.mul_(2)

c = c + (b * b).sum()

b.zero_()

c.backward()

# the smallest script
import torch
a = torch.ones(4, 4, requires_grad=True)
b = torch.exp(a)
c = (b * b).sum()
b.zero_()
c.backward()
