"""An activation that saves only its input, as a torch.autograd.Function. Dynamo traces forward and
backward, so the graph does not break."""

import torch
import transformer


class SquaredReLU(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.relu().square()

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        return gradient * 2 * x.relu()


class Block(transformer.Block):
    def forward(self, x):
        return super().forward(x + 0.1 * SquaredReLU.apply(x))
