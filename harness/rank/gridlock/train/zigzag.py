"""Determines the part of the sequence that each rank holds.

Plain: rank r of n holds chunk r of n. Zigzag (load balance): the sequence is cut into 2n chunks,
and rank r holds chunks r and 2n-1-r. Causal attention then costs the same on all ranks. PyTorch's
head-tail load balancer uses the same order.
"""

import torch


def chunks_of(rank, size, load_balance):
    """Returns the numbers of the chunks that `rank` holds, in the order in which it stores them."""
    return (rank, 2 * size - 1 - rank) if load_balance else (rank,)


def positions_of(rank, size, load_balance, length, device=None):
    """Returns the global positions of the `length` tokens that `rank` holds."""
    chunks = chunks_of(rank, size, load_balance)
    chunk = length // len(chunks)
    return torch.cat([torch.arange(chunk, device=device) + c * chunk for c in chunks])


def check(length, size, load_balance):
    """Raises if the sequence cannot be cut into equal chunks."""
    chunks = size * len(chunks_of(0, size, load_balance))
    if length % chunks:
        raise ValueError(f"a sequence of {length} tokens cannot be cut into {chunks} equal chunks")
