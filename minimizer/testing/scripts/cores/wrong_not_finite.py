# ranks: 1
# numbers: loss

import json
import torch
import torch.distributed as dist
dist.init_process_group("gloo")

loss = torch.log(torch.tensor(-1.0))

if dist.get_rank() == 0:
    print(json.dumps({"step": 0, "loss": loss.item()}))

# the smallest script
import json
import torch
print(json.dumps({"step": 0, "loss": torch.log(torch.tensor(-1.0)).item()}))
