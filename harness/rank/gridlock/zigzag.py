"""Which rank holds which part of the sequence.

Plain: rank r of n holds chunk r of n. Zig-zag (load balance): the sequence is cut into 2n chunks and
rank r holds chunks r and 2n-1-r, so that causal attention costs the same everywhere; the same order
as PyTorch's head-tail load balancer.
"""

import torch


def chunks_of(rank, size, load_balance):
    """The chunks that `rank` holds, in the order in which it holds them."""
    return (rank, 2 * size - 1 - rank) if load_balance else (rank,)


def positions_of(rank, size, load_balance, length, device=None):
    """Global positions of the `length` tokens that `rank` holds."""
    chunks = chunks_of(rank, size, load_balance)
    chunk = length // len(chunks)
    return torch.cat([torch.arange(chunk, device=device) + c * chunk for c in chunks])


def all_positions(size, load_balance, length, device=None):
    """positions_of() of every rank, one after the other: the order that all-gather gives."""
    if not load_balance:
        return torch.arange(size * length, device=device)
    chunk = length // 2
    rank = torch.arange(size, device=device).unsqueeze(1)
    first = torch.cat([rank, 2 * size - 1 - rank], dim=1) * chunk
    return (first.unsqueeze(2) + torch.arange(chunk, device=device)).flatten()


def shard(tensor, dim, rank, size, load_balance):
    """The part of a global tensor that `rank` holds."""
    length, parts = tensor.shape[dim], size * (2 if load_balance else 1)
    if length % parts:
        raise ValueError(
            f"dimension {dim} of the batch has {length} elements, which {parts} chunks "
            f"(cp {size}{', load balance' if load_balance else ''}) do not divide"
        )
    index = positions_of(rank, size, load_balance, length // size, tensor.device)
    return tensor.index_select(dim, index)
