"""Context-parallel attention of our own, for devices that PyTorch's does not serve.

Both take local q [B, H, S, D] and k, v [B, Hkv, S, D] (H a multiple of Hkv), S being this rank's
share of the sequence, and give exact attention over the whole of it; gradients flow through
functional collectives, so that both run uncompiled and in one compiled graph. The softmax is fp32.
"""

from typing import NamedTuple

import torch
import torch.distributed._functional_collectives as collectives
import torch.nn.functional as F

from gridlock import zigzag


class Ring(NamedTuple):
    """The ranks that share a sequence, and where this one stands among them."""

    size: int
    rank: int
    load_balance: bool
    group_name: str


def repeat_heads(q, k, v):
    """Keys and values of grouped queries, once per query head."""
    times = q.shape[1] // k.shape[1]
    if times == 1:
        return k, v
    return k.repeat_interleave(times, dim=1), v.repeat_interleave(times, dim=1)


def plain(q, k, v, causal):
    k, v = repeat_heads(q, k, v)
    return F.scaled_dot_product_attention(q, k, v, is_causal=causal)


def all_gather(q, k, v, causal, ring):
    """Gathers all keys and values once; the mask knows the order in which they come."""
    kv = torch.stack([k, v])
    kv = collectives.all_gather_tensor_autograd(kv, 0, ring.group_name)
    k, v = (torch.cat(list(kv[i::2].unbind()), dim=2) for i in (0, 1))
    k, v = repeat_heads(q, k, v)
    mask = None
    if causal:
        mine = zigzag.positions_of(ring.rank, ring.size, ring.load_balance, q.shape[2], q.device)
        all_ = zigzag.all_positions(ring.size, ring.load_balance, q.shape[2], q.device)
        mask = all_.unsqueeze(0) <= mine.unsqueeze(1)
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask)


def rotate(q, k, v, causal, ring):
    """Passes keys and values round the ring, merging one block of the softmax per step."""
    kv, out, lse = torch.stack([k, v]), None, None
    for step in range(ring.size):
        # Sent before the block is computed, so that the two overlap.
        following = _send_on(kv, ring) if step < ring.size - 1 else None
        source = (ring.rank - step) % ring.size
        first_query, last_key = _visible(ring, source, causal, q.shape[2])
        if first_query < q.shape[2]:
            block, block_lse = _block(
                q[:, :, first_query:],
                kv[0][:, :, :last_key],
                kv[1][:, :, :last_key],
                diagonal=causal and step == 0,
            )
            out, lse = _merge(out, lse, block, block_lse, first_query)
        kv = following
    return out.to(q.dtype)


def _visible(ring, source, causal, length):
    """Queries from the first, keys up to the second number: the part of a block to compute.

    With zig-zag order a causal block is either all queries × the first half of the keys, or the
    second half of the queries × all keys; without it, all or nothing.
    """
    if not causal or source == ring.rank:
        return 0, length
    if not ring.load_balance:
        return (0, length) if source < ring.rank else (length, 0)
    return (0, length // 2) if source < ring.rank else (length // 2, length)


def _block(q, k, v, diagonal):
    """Attention of one block in fp32, with the log-sum-exp of its rows."""
    k, v = repeat_heads(q, k, v)
    scores = (q.float() @ k.float().transpose(-1, -2)) * q.shape[-1] ** -0.5
    if diagonal:
        row = torch.arange(q.shape[2], device=q.device)
        scores = scores.masked_fill(row.unsqueeze(0) > row.unsqueeze(1), float("-inf"))
    lse = torch.logsumexp(scores, dim=-1, keepdim=True)
    return (scores - lse).exp() @ v.float(), lse


def _merge(out, lse, block, block_lse, first_query):
    """Adds a block that covers the queries from `first_query` on."""
    if out is None:
        return block, block_lse
    old, old_lse = out[:, :, first_query:], lse[:, :, first_query:]
    new_lse = torch.logaddexp(old_lse, block_lse)
    new = old * (old_lse - new_lse).exp() + block * (block_lse - new_lse).exp()
    if first_query == 0:
        return new, new_lse
    return (
        torch.cat([out[:, :, :first_query], new], dim=2),
        torch.cat([lse[:, :, :first_query], new_lse], dim=2),
    )


def _send_on(kv, ring):
    """The next rank gets ours, we get those of the rank before. Rows of dimension 0 are sent."""
    sent, received = [0] * ring.size, [0] * ring.size
    sent[(ring.rank + 1) % ring.size] = kv.shape[0]
    received[(ring.rank - 1) % ring.size] = kv.shape[0]
    return collectives.all_to_all_single_autograd(kv, received, sent, ring.group_name)
