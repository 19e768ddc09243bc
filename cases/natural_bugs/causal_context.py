"""pytorch#147793: with context_parallel, causal attention in the math kernel mixes tensors and
DTensors."""

import torch.distributed as dist
import torch.nn.functional as F
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.experimental import context_parallel
from torch.nn.attention import SDPBackend, sdpa_kernel


class Block(nn.Module):
    """A block in which each rank attends to a part of its own rows, as if other ranks had the other
    parts. The result is useless, but the model trains if torch does not raise."""

    def __init__(self, width):
        super().__init__()
        self.heads = nn.Linear(width, 3 * width)

    def compiled_parts(self):
        return [self.heads]

    def forward(self, x):
        mesh = init_device_mesh("cpu", (dist.get_world_size(),))
        parts = [part.contiguous() for part in self.heads(x).unsqueeze(1).detach().chunk(3, dim=-1)]
        with sdpa_kernel(SDPBackend.MATH), context_parallel(mesh, buffers=parts, buffer_seq_dims=[2] * 3):
            mixed = F.scaled_dot_product_attention(*parts, is_causal=True)
        return x + self.heads(x).chunk(3, dim=-1)[2] + mixed.mean()
