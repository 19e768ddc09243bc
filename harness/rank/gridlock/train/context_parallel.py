"""Context parallelism: the sequence is split over `cp` ranks, and attention still sees all of it.

cp 1: scaled_dot_product_attention. On CUDA: PyTorch's context_parallel, which replaces
scaled_dot_product_attention while the harness trains. Elsewhere: our own (own_attention.py).
"""

import contextlib

import torch
from torch.distributed.tensor import experimental as torch_cp
from torch.distributed.tensor.experimental import _attention as torch_cp_options
from torch.nn.attention import SDPBackend, sdpa_kernel

from gridlock.train import own_attention as own
from gridlock.train import zigzag

_KERNELS = {"allgather": own.all_gather, "ring": own.rotate}
_TORCH_ROTATIONS = {"allgather": "allgather", "ring": "alltoall"}

_mesh = None  # one-dimensional; None at cp 1
_load_balance = False
_rotation = ""
_kernel = None  # of our own; None: scaled_dot_product_attention, which PyTorch's replaces
_ring = None  # for the sequence length that was split last


def attention(q, k, v, causal=True):
    """q [B, H, S, D], k and v [B, Hkv, S, D]: local shares. Gives [B, H, S, D] in q's dtype."""
    if _kernel is None:
        return own.plain(q, k, v, causal)
    return _kernel(q, k, v, causal, _ring)


def positions():
    """[S]: the positions of this rank's tokens in the whole sequence, for rotary embeddings."""
    return _ring.positions


def configure(cell, mesh, device):
    """Takes the cell's rotation and order. `mesh`: who shares the sequence; None at cp 1."""
    global _mesh, _load_balance, _rotation, _kernel, _ring
    _mesh, _load_balance, _rotation = mesh, False, cell.rotation
    _kernel, _ring = None, None
    if mesh is None:
        return
    _load_balance = bool(cell.load_balance)
    if device.type == "cuda":
        torch_cp_options._cp_options.enable_load_balance = _load_balance
        torch_cp_options.set_rotate_method(_TORCH_ROTATIONS[_rotation])
    else:
        _kernel = _KERNELS[_rotation]


@contextlib.contextmanager
def split_sequence(tensors):
    """Within it: this rank's share of each [B, S] tensor, and attention over the whole sequence."""
    global _ring
    length, device = tensors[0].shape[1], tensors[0].device
    if _ring is None or _ring.positions.numel() * _ring.size != length:
        # Kept otherwise: compiled code guards on it.
        _ring = _ring_for(length, device)
    if _mesh is None:
        yield tensors
    elif _kernel is not None:
        yield [tensor.index_select(1, _ring.positions) for tensor in tensors]
    else:
        # Sharded in place, and so copies: what comes in may be views of one storage.
        tensors = [tensor.clone() for tensor in tensors]
        with _torch_context_parallel(tensors):
            yield tensors


def _ring_for(length, device):
    size, rank, name = 1, 0, ""
    if _mesh is not None:
        size, rank, name = _mesh.size(), _mesh.get_local_rank(), _mesh.get_group().group_name
    zigzag.check(length, size, _load_balance)
    order = own.ring_order(rank, size) if _rotation == "ring" else range(size)
    positions = [
        zigzag.positions_of(r, size, _load_balance, length // size, device) for r in range(size)
    ]
    return own.Ring(size, rank, name, positions[rank], torch.stack([positions[r] for r in order]))


@contextlib.contextmanager
def _torch_context_parallel(tensors):
    """PyTorch's knows no math kernel, so that one must not be chosen."""
    kernels = [SDPBackend.FLASH_ATTENTION, SDPBackend.EFFICIENT_ATTENTION]
    sharding = torch_cp.context_parallel(
        _mesh,
        buffers=tensors,
        buffer_seq_dims=[1] * len(tensors),
        no_restore_buffers=set(tensors),
    )
    with sharding, sdpa_kernel(kernels):
        yield
