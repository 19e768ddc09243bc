"""pytorch#184113: torch drops the backward of an autograd.Function that changes a view in place."""

import torch
from torch import nn


class ScaleInPlace(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factors):
        ctx.save_for_backward(factors)
        x.mul_(factors)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, gradient):
        (factors,) = ctx.saved_tensors
        return gradient * factors, None


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.linear = nn.Linear(width, width, bias=False)
        self.register_buffer("factors", torch.tensor([2.0, 3.0]))

    def compiled_parts(self):
        return [self]

    def forward(self, x):
        y = self.linear(x)
        ScaleInPlace.apply(y.unflatten(-1, (-1, 2)), self.factors)
        return x + y
