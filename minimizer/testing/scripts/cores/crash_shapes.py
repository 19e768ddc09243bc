# ranks: 1

import torch
import torch.distributed as dist
dist.init_process_group("gloo")

weights = torch.ones(3, 4)

inputs = torch.ones(5, 2)

inputs @ weights

# the smallest script
import torch
torch.ones(5, 2) @ torch.ones(3, 4)
