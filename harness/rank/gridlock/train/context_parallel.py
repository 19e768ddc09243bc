"""Splits the sequence over `cp` ranks (context parallelism). Attention still covers the whole
sequence.

At cp 1, attention is scaled_dot_product_attention. For cp > 1 on CUDA, PyTorch's context_parallel
replaces scaled_dot_product_attention during training. For cp > 1 on other devices, gridlock has its
own attention (own_attention.py).
"""

import contextlib
import functools
from collections.abc import Callable

import torch
from torch.distributed.tensor import experimental as torch_cp
from torch.distributed.tensor.experimental import _attention as torch_cp_options
from torch.nn.attention import SDPBackend, sdpa_kernel

from gridlock.train import own_attention as own
from gridlock.train import zigzag

# The state that share() sets for attention() and positions(). Models call these two functions
# without a batch.
_kernel: Callable
_positions: torch.Tensor
_ring: own.Ring


def attention(q, k, v, causal=True):
    """Computes attention over whole sequences. The arguments are this rank's parts: q [B, H, S, D],
    k and v [B, Hkv, S, D]. Returns [B, H, S, D] in q's dtype."""
    return _kernel(q, k, v, causal)


def positions():
    """Returns [S], the positions of this rank's tokens in the whole sequence, which rotary
    embeddings need."""
    return _positions


def share(cell, device, mesh, batch):
    """Returns this rank's part of each [B, S] tensor. Later calls of attention() cover whole
    sequences of length S. `mesh` has the ranks that share a sequence; it is not used at cp 1."""
    global _kernel, _positions, _ring
    length = batch[0].shape[1]
    if cell.cp == 1:
        _kernel = own.plain
        _positions = _all_positions(length, device)
        return batch
    _ring = _ring_of(mesh, cell.cp, cell.rotation, bool(cell.load_balance), length, device)
    _positions = _ring.positions
    if device.type == "cuda":
        _kernel = own.plain  # context_parallel replaces scaled_dot_product_attention inside plain()
        # Inputs are cloned, because PyTorch shards in place and inputs may be views of one storage.
        return [tensor.clone() for tensor in batch]
    _kernel = _KERNELS[cell.rotation]
    return [tensor.index_select(1, _positions) for tensor in batch]


def whole_sequence(cell, device, mesh, batch):
    """Shards the batch and activates PyTorch's context parallelism within the context, if the cell
    uses PyTorch's."""
    if cell.cp == 1 or device.type != "cuda":
        return contextlib.nullcontext()
    return _torch_context_parallel(cell, mesh, batch)


def _all_gather(q, k, v, causal):
    return own.all_gather(q, k, v, causal, _ring)


def _rotate(q, k, v, causal):
    return own.rotate(q, k, v, causal, _ring)


_KERNELS = {"allgather": _all_gather, "ring": _rotate}
_TORCH_ROTATIONS = {"allgather": "allgather", "ring": "alltoall"}


# The next two functions return the same tensor objects in each step, because compiled code has
# guards on these objects.
@functools.cache
def _all_positions(length, device):
    return torch.arange(length, device=device)


@functools.cache
def _ring_of(mesh, size, rotation, load_balance, length, device):
    zigzag.check(length, size, load_balance)
    rank = mesh.get_local_rank()
    positions = [
        zigzag.positions_of(r, size, load_balance, length // size, device) for r in range(size)
    ]
    order = own.ring_order(rank, size) if rotation == "ring" else range(size)
    keys = torch.stack([positions[r] for r in order])
    return own.Ring(size, rank, mesh.get_group().group_name, positions[rank], keys)


@contextlib.contextmanager
def _torch_context_parallel(cell, mesh, tensors):
    """Activates PyTorch's context parallelism within the context. Excludes the math kernel, because
    PyTorch's context parallelism does not support it."""
    torch_cp_options._cp_options.enable_load_balance = bool(cell.load_balance)
    torch_cp_options.set_rotate_method(_TORCH_ROTATIONS[cell.rotation])
    kernels = [SDPBackend.FLASH_ATTENTION, SDPBackend.EFFICIENT_ATTENTION]
    split = torch_cp.context_parallel(
        mesh,
        buffers=tensors,
        buffer_seq_dims=[1] * len(tensors),
        no_restore_buffers=set(tensors),
    )
    with split, sdpa_kernel(kernels):
        yield
