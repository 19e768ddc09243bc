"""pytorch#155558, #193043: compilers agree on what to recompute. If only one rank compiles, its
compiler makes a call that is paired with a different call of the other ranks."""

import torch._functorch.config as functorch_config
import torch._inductor.config as inductor_config
import torch.distributed as dist
import torch.distributed._functional_collectives as collectives
from torch import nn

class Core(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.linear = nn.Linear(width, width)

    def forward(self, x):
        h = self.linear(x).sin()
        return x + collectives.all_reduce(h.detach(), "sum", dist.group.WORLD).cos() + h


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        functorch_config._sync_decision_cross_ranks = True
        inductor_config.force_disable_caches = True
        self.core = Core(width)
        self.calls = 0

    def compiled_parts(self):
        return [self.core]

    def forward(self, x):
        self.calls += 1
        if self.calls == 2 and dist.get_rank() == 1:  # equal values in another layout
            x = x.transpose(0, 1).contiguous().transpose(0, 1)
        return self.core(x)
