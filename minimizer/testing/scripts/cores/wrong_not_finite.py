# ranks: 1
# numbers: loss

import torch
import torch.distributed as dist
dist.init_process_group("gloo")

loss = torch.log(torch.tensor(-1.0))

if dist.get_rank() == 0:
    print('{"step": 0, "loss": %s}' % loss.item())

# the smallest script
import torch
print('{"step": 0, "loss": %s}' % torch.log(torch.tensor(-1.0)).item())
