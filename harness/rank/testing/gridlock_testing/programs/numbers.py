"""Creates the inputs of calls, and the results that are right for these inputs.

An element encodes its rank, its call and its position, so that a result shows wrong partners,
shifted calls and misplaced elements. All sums of four ranks' small tensors are exact in every dtype
that is used.
"""

import torch

_MADE_BY, _CALL, _PLACES = 16, 128, 16

REDUCE_OPS = {
    "sum": (torch.distributed.ReduceOp.SUM, lambda stack: stack.sum(0)),
    "max": (torch.distributed.ReduceOp.MAX, lambda stack: stack.amax(0)),
    "min": (torch.distributed.ReduceOp.MIN, lambda stack: stack.amin(0)),
    "product": (torch.distributed.ReduceOp.PRODUCT, lambda stack: stack.prod(0)),
}


def value(rank, call, shape, dtype):
    places = torch.arange(torch.Size(shape).numel()) % _PLACES
    return (places + _MADE_BY * (rank + 1) + _CALL * call).to(dtype).reshape(shape)


def blank(shape, dtype):
    """Returns an output tensor to which no call has written yet."""
    return torch.full(shape, float("nan") if dtype.is_floating_point else -1, dtype=dtype)


def reduced(inputs, reduce_op):
    dtype = inputs[0].dtype
    return REDUCE_OPS[reduce_op][1](torch.stack(inputs)).to(dtype)


def equal(got, expected):
    return torch.equal(got.cpu(), expected)
