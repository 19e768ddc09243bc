"""Context parallelism: the sequence is split over `cp` ranks, and attention still sees all of it.

cp 1: scaled_dot_product_attention. On CUDA: PyTorch's context_parallel, which replaces
scaled_dot_product_attention while the harness trains. Elsewhere: our own (own_attention.py).
"""

import contextlib

from torch.distributed.tensor import experimental as torch_cp
from torch.distributed.tensor.experimental import _attention as torch_cp_options
from torch.nn.attention import SDPBackend, sdpa_kernel

from gridlock import own_attention as own
from gridlock import zigzag

_ALONE = own.Ring(size=1, rank=0, load_balance=False, group_name="")
_ROTATIONS = {"allgather": own.all_gather, "ring": own.rotate}
_TORCH_ROTATIONS = {"allgather": "allgather", "ring": "alltoall"}

_ring = _ALONE
_kernel = None  # of our own; None: scaled_dot_product_attention, PyTorch's to replace
_mesh = None


def attention(q, k, v, causal=True):
    """q [B, H, S, D], k and v [B, Hkv, S, D]: local shares. Gives [B, H, S, D] in q's dtype."""
    if _kernel is None:
        return own.plain(q, k, v, causal)
    return _kernel(q, k, v, causal, _ring)


def positions(length, device=None):
    """Positions in the whole sequence of the `length` tokens that this rank holds."""
    return zigzag.positions_of(_ring.rank, _ring.size, _ring.load_balance, length, device)


def configure(cell, mesh, device):
    """Takes the cell's degree, rotation and order. `mesh`: one-dimensional; None at cp 1."""
    global _ring, _kernel, _mesh
    _ring, _kernel, _mesh = _ALONE, None, mesh
    if mesh is None:
        return
    group = mesh.get_group()
    _ring = own.Ring(group.size(), group.rank(), bool(cell.load_balance), group.group_name)
    if device.type == "cuda":
        torch_cp_options._cp_options.enable_load_balance = bool(cell.load_balance)
        torch_cp_options.set_rotate_method(_TORCH_ROTATIONS[cell.rotation])
    else:
        _kernel = _ROTATIONS[cell.rotation]


@contextlib.contextmanager
def split_sequence(tensors):
    """Within it: this rank's share of each [B, S] tensor, and attention over the whole sequence."""
    if _mesh is None:
        yield tensors
    elif _kernel is not None:
        yield [
            zigzag.shard(tensor, 1, _ring.rank, _ring.size, _ring.load_balance)
            for tensor in tensors
        ]
    else:
        # Sharded in place, and so copies: what comes in may be views of one storage.
        tensors = [tensor.clone() for tensor in tensors]
        with _torch_context_parallel(tensors):
            yield tensors


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
