"""Computes context-parallel attention on devices that PyTorch's context_parallel does not support.

Both variants take this rank's parts: q [B, H, S, D] and k, v [B, Hkv, S, D], where H is a multiple
of Hkv and S is the number of this rank's positions. They return exact attention over the whole
sequence. Gradients flow through functional collectives, so both variants work uncompiled and in one
compiled graph. The softmax is fp32.
"""

from typing import NamedTuple

import torch
import torch.distributed._functional_collectives as collectives
import torch.nn.functional as F


class Ring(NamedTuple):
    """The ranks that share a sequence, and this rank's position among them.

    Positions are tensors and not numbers, so that all ranks compile the same kernels.
    """

    size: int
    rank: int
    group_name: str
    positions: torch.Tensor  # [S], this rank's tokens in the whole sequence
    key_positions: torch.Tensor  # [size, S], for each rank in the order in which keys arrive


def repeat_heads(q, k, v):
    """Returns keys and values with H heads: each of the Hkv heads is repeated for the query heads
    that share it."""
    times = q.shape[1] // k.shape[1]
    if times == 1:
        return k, v
    return k.repeat_interleave(times, dim=1), v.repeat_interleave(times, dim=1)


def plain(q, k, v, causal):
    k, v = repeat_heads(q, k, v)
    return F.scaled_dot_product_attention(q, k, v, is_causal=causal)


def all_gather(q, k, v, causal, ring):
    """Gathers all keys and values at once, in the order of ranks."""
    kv = collectives.all_gather_tensor_autograd(torch.stack([k, v]), 0, ring.group_name)
    kv = kv.unflatten(0, (ring.size, 2)).permute(1, 2, 3, 0, 4, 5).flatten(3, 4)
    k, v = repeat_heads(q, *kv.unbind())
    visible = ~_hidden(ring, ring.key_positions.flatten()) if causal else None
    return F.scaled_dot_product_attention(q, k, v, attn_mask=visible)


def ring_order(rank, size):
    """Returns the ranks in the order in which their keys reach this rank around the ring. This rank
    is the first."""
    return [(rank - step) % size for step in range(size)]


def rotate(q, k, v, causal, ring):
    """Passes keys and values around the ring. In each step, adds one block to the softmax.

    Blocks that causality hides are computed, too. A rank that skipped a hidden block would only
    pass on the block's keys and values, and they would have no gradient on that rank. The rank's
    backward would then issue fewer collectives than its neighbors' backward: a deadlock.

    The compiler unrolls the loop, so that the graph has each operation of the loop 32 times at cp
    32. To keep the loop short, query heads that share a key head are rows of one matrix, and masks
    are created before the loop.
    """
    groups = q.shape[1] // k.shape[1]
    queries = (q.float() * q.shape[-1] ** -0.5).unflatten(1, (-1, groups))
    queries = queries.flatten(2, 3).flatten(0, 1)
    hidden = _hidden_round_the_ring(ring, groups) if causal else None
    kv, softmax = torch.stack([k, v]).flatten(1, 2), None
    for step in range(ring.size):
        # Keys and values are sent before their block is computed, so that the two overlap.
        following = _send_on(kv, ring) if step < ring.size - 1 else None
        keys, values = kv.float().unbind()
        scores = torch.bmm(queries, keys.transpose(1, 2))
        if causal:
            scores = scores.masked_fill(hidden[step], float("-inf"))
        softmax = _merge(softmax, scores, values)
        kv = following
    return (softmax.weighted / softmax.total).view(q.shape).to(q.dtype)


def _hidden(ring, keys):
    """Returns a mask [..., S, number of keys]. It is true where the key comes after the query in
    the sequence. `keys` are the positions of the keys."""
    return keys.unsqueeze(-2) > ring.positions.unsqueeze(-1)


def _hidden_round_the_ring(ring, groups):
    """Returns [size, groups * S, S]: the mask of each step."""
    return _hidden(ring, ring.key_positions).repeat(1, groups, 1)


class _Softmax(NamedTuple):
    """The softmax over the keys so far: the sum of values weighted by exp(score - top), and the sum
    of the weights as divisor."""

    top: torch.Tensor
    total: torch.Tensor
    weighted: torch.Tensor


def _merge(seen, scores, values):
    """Adds a block of keys to the softmax. The first block has the rank's own keys and hides no row
    completely, so `top` is finite."""
    # The result does not depend on top, so top needs no gradient.
    top = scores.detach().amax(dim=-1, keepdim=True)
    if seen is not None:
        top = torch.maximum(top, seen.top)
    weights = (scores - top).exp()
    total, weighted = weights.sum(dim=-1, keepdim=True), torch.bmm(weights, values)
    if seen is not None:
        fade = (seen.top - top).exp()
        total, weighted = total + fade * seen.total, weighted + fade * seen.weighted
    return _Softmax(top, total, weighted)


def _send_on(kv, ring):
    """Sends this rank's keys and values to the next rank, and returns those of the previous rank.
    Dimension 0 of `kv` has the rows to send."""
    sent, received = [0] * ring.size, [0] * ring.size
    sent[(ring.rank + 1) % ring.size] = kv.shape[0]
    received[(ring.rank - 1) % ring.size] = kv.shape[0]
    return collectives.all_to_all_single_autograd(kv, received, sent, ring.group_name)
