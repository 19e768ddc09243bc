"""Applies the precision fp8: linear layers multiply 8-bit numbers. Each tensor is scaled by its
largest element when it is used. Everything else, including parameters and collectives, is as in
bf16.

The forward uses the 8-bit format with more digits. Gradients use the format with the wider range
(Micikevicius et al., "FP8 Formats for Deep Learning", arXiv 2209.05433).
"""

import torch
from torch import nn

_DIGITS, _RANGE = torch.float8_e4m3fn, torch.float8_e5m2
_MULTIPLE = 16  # on GPUs, sizes of 8-bit matrices must be multiples of this


def convert(blocks):
    """Converts the blocks' linear layers in place, except layers with a size that is not a multiple
    of _MULTIPLE."""
    for block in blocks:
        for module in block.modules():
            sizes = getattr(module, "weight", torch.empty(1)).shape
            if type(module) is nn.Linear and not any(size % _MULTIPLE for size in sizes):
                module.__class__ = Linear


class Linear(nn.Linear):
    def forward(self, x):
        y = _Product.apply(x.flatten(0, -2), self.weight).unflatten(0, x.shape[:-1])
        return y if self.bias is None else y + self.bias


class _Product(torch.autograd.Function):
    """Multiplies x [N, K] and weight [M, K] in 8 bits. Returns x @ weight.T [N, M]."""

    @staticmethod
    def forward(ctx, x, weight):
        ctx.save_for_backward(x, weight)
        return _multiply(x, _DIGITS, weight.t())

    @staticmethod
    def backward(ctx, gradient):
        x, weight = ctx.saved_tensors
        return _multiply(gradient, _RANGE, weight), _multiply(gradient.t(), _RANGE, x)


def _multiply(left, dtype, right):
    left, left_scale = _quantized(left.contiguous(), dtype)
    right, right_scale = _quantized(right.t().contiguous(), _DIGITS)
    return torch._scaled_mm(
        left, right.t(), scale_a=left_scale, scale_b=right_scale, out_dtype=torch.bfloat16
    )


def _quantized(tensor, dtype):
    """Returns the tensor in `dtype`, and the scale by which to multiply a product of the tensor."""
    scale = tensor.abs().max().float().clamp(min=1e-12) / torch.finfo(dtype).max
    return (tensor.float() / scale).to(dtype), scale
