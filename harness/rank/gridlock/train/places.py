"""Describes the place of a rank's part in the full tensor, which is the indices of the part's
elements, and the ranks that hold the same part."""

import functools

import torch
import torch.distributed as dist
from torch.distributed.tensor import DTensor, Replicate, Shard
from torch.distributed.tensor._utils import compute_local_shape_and_global_offset
from torch.distributed.tensor.placement_types import _StridedShard

from gridlock import rank_list
from gridlock.train import context_parallel, groups

_ALIGNMENT = 16  # in bytes; the size of the largest element


class Place:
    """The place of a part. The full tensor's elements are contiguous. The part's element (i, j, …)
    has index first + i * strides[0] + j * strides[1] + … there."""

    unplaced = False

    def __init__(self, holders, ranks, sizes, first=0):
        self.holders = holders  # the ranks that hold this part: "0,2"
        self.ranks = ranks  # the ranks over which the full tensor is distributed: "0-3"
        self.sizes = list(sizes)  # sizes of the full tensor
        self.first = first
        self.strides = strides(sizes)

    def parts(self, tensor):
        """Returns the pieces of `tensor`, each with the index at which it begins."""
        return [(tensor, self.first)]


class Unplaced(Place):
    """The place of a tensor that a rank computes in an unknown way from its part of the batch, such
    as a table of positions or a mean over rows. Ranks with other parts of the batch compute other
    tensors."""

    unplaced = True

    def __init__(self, sizes):
        super().__init__(own(), own(), sizes)


class Tokens:
    """The place of a tensor [rows, S, …] that a rank computes for its rows of the batch, which
    begin at `row`, and for its positions [S] in the sequence. `sizes` are the sizes of the full
    tensor."""

    unplaced = False

    def __init__(self, sizes, row, positions):
        self.holders = own()
        self.sizes = sizes
        self.strides = strides(sizes)
        self._row = row
        self._positions = positions.tolist()

    def parts(self, tensor):
        for begin, end in rank_list.runs(self._positions):
            place = self._row * self.strides[0] + self._positions[begin] * self.strides[1]
            yield tensor[:, begin:end], place


def of(tensor):
    if isinstance(tensor, DTensor):
        return _in_mesh(tensor.shape, tensor.device_mesh, tensor.placements)
    return Place(own(), own(), tensor.shape)


def of_tokens(cell, tensor, rows, length):
    """Returns the place of a tensor [rows, length, …] that a rank computes for the `rows` and the
    `length` positions of its inputs. For another tensor, the place is known only if the tensor is a
    DTensor."""
    if tuple(tensor.shape[:2]) != (rows, length):
        return of(tensor) if isinstance(tensor, DTensor) else Unplaced(tensor.shape)
    neighbors = cell.cp * groups.shares(cell)
    row = dist.get_rank() // neighbors * rows
    sizes = [rows * cell.world_size // neighbors, length * cell.cp, *tensor.shape[2:]]
    return Tokens(sizes, row, context_parallel.positions())


def local(tensor):
    return tensor._local_tensor if isinstance(tensor, DTensor) else tensor


def own():
    """Returns this rank as the holder of an unsharded tensor, because each rank's copy may
    differ."""
    return f"rank {dist.get_rank()}" if dist.get_world_size() > 1 else "0"


def everybody():
    return rank_list.words(range(dist.get_world_size()))


def aligned(bytes):
    """Returns the offset at which the next tensor of a digest may begin."""
    return -(-bytes // _ALIGNMENT) * _ALIGNMENT


def strides(sizes):
    """Returns the strides of a full tensor whose elements are contiguous."""
    steps, step = [], 1
    for size in reversed(sizes):
        steps.insert(0, step)
        step *= size
    return steps


def _in_one_piece(dimension, mesh, placements):
    """Returns whether the part is contiguous in that dimension. It then has no partial sums and no
    shards of several pieces. FSDP's shards of a tensor-parallel part lie within that part."""
    placement = placements[dimension]
    if type(placement) is not _StridedShard:
        return type(placement) in (Replicate, Shard)
    parts = 1
    for later in range(dimension + 1, mesh.ndim):
        parts *= mesh.size(later) if placements[later] == Shard(placement.dim) else 1
    return placement.split_factor == parts


@functools.cache  # many tensors share a place, and torch is slow here
def _in_mesh(shape, mesh, placements):
    coordinate = mesh.get_coordinate()
    in_one_piece = all(_in_one_piece(d, mesh, placements) for d in range(mesh.ndim))
    if coordinate is None or not in_one_piece:
        return Place(own(), own(), shape)
    _, offset = compute_local_shape_and_global_offset(shape, mesh, placements)
    same = tuple(
        slice(None) if type(placement) is Replicate else at
        for placement, at in zip(placements, coordinate)
    )
    first = sum(o * s for o, s in zip(offset, strides(shape)))
    holders = rank_list.words(mesh.mesh[same].flatten().tolist())
    return Place(holders, rank_list.words(mesh.mesh.flatten().tolist()), shape, first)
