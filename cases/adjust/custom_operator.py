"""An operator of torch.library compresses the embedding before the blocks. Dynamo puts the operator
into the graph as one opaque call, so the graph does not break."""

import torch
from torch import nn
from transformer import Block

__all__ = ["Block", "Preprocessing"]


@torch.library.custom_op("adjust::compress", mutates_args=())
def compress(x: torch.Tensor, bound: float) -> torch.Tensor:
    return bound * torch.tanh(x / bound)


@compress.register_fake
def _(x, bound):
    return torch.empty_like(x)


def _keep(ctx, inputs, output):
    _, ctx.bound = inputs
    ctx.save_for_backward(output)


def _backward(ctx, gradient):
    (output,) = ctx.saved_tensors
    return gradient * (1 - (output / ctx.bound) ** 2), None


compress.register_autograd(_backward, setup_context=_keep)


class Preprocessing(nn.Module):
    def forward(self, x):
        return compress(x, 2.0)
