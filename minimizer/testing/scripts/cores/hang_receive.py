# ranks: 2

import torch
import torch.distributed as dist
dist.init_process_group("gloo")

received = torch.zeros(3)

if dist.get_rank() == 1:
    dist.recv(received, 0)

dist.barrier()

# the smallest script
import torch
import torch.distributed as dist
dist.init_process_group("gloo")
if dist.get_rank() == 1:
    dist.recv(torch.zeros(3), 0)
dist.barrier()
