"""Describes the place of a rank's part of a tensor: the indices of the part's elements in the full
tensor, and the ranks that hold the same part."""

import functools

import torch
import torch.distributed as dist
from torch.distributed.tensor import DTensor, Replicate, Shard
from torch.distributed.tensor._utils import compute_local_shape_and_global_offset
from torch.distributed.tensor.placement_types import _StridedShard

from gridlock import rank_list
from gridlock.train import context_parallel, groups

_ALIGNMENT = 16  # bytes; the size of the largest element


class Place:
    """The place of a part. The full tensor's elements are contiguous. Element (i, j, …) of the part
    has index first + i * strides[0] + j * strides[1] + … in the full tensor."""

    unplaced = False

    def __init__(self, holders, ranks, sizes, first=0):
        self.holders = holders  # the ranks that hold this part: "0,2"
        self.ranks = ranks  # the ranks over which the full tensor is distributed: "0-3"
        self.sizes = list(sizes)  # sizes of the full tensor
        self.first = first
        self.strides = strides(sizes)

    def parts(self, tensor):
        """Returns [(piece of the tensor, index of the piece's first element in the full
        tensor)]."""
        return [(tensor, self.first)]


class Unplaced(Place):
    """The place of a tensor that a rank computes from its part of the batch in an unknown way, such
    as a table of positions or a mean over rows. Ranks with another part of the batch compute
    another tensor."""

    unplaced = True

    def __init__(self, sizes):
        super().__init__(own(), own(), sizes)


class Tokens:
    """The place of a tensor [rows, S, …] with one row and position per token of this rank. The
    rank's rows of the batch begin at `row`. `positions` [S] are its positions in the sequence.
    `sizes` are the sizes of the full tensor."""

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
    """Returns the place of a tensor that a rank computes from inputs [rows, length]. If the tensor
    is not [rows, length, …], its place is known only if it is a DTensor."""
    if tuple(tensor.shape[:2]) != (rows, length):
        return of(tensor) if isinstance(tensor, DTensor) else Unplaced(tensor.shape)
    neighbors = cell.cp * groups.shares(cell)
    row = dist.get_rank() // neighbors * rows
    sizes = [rows * cell.world_size // neighbors, length * cell.cp, *tensor.shape[2:]]
    return Tokens(sizes, row, context_parallel.positions())


def local(tensor):
    return tensor._local_tensor if isinstance(tensor, DTensor) else tensor


def own():
    """Returns this rank as the only holder of a tensor that is not sharded. Copies on other ranks
    may differ."""
    return f"rank {dist.get_rank()}" if dist.get_world_size() > 1 else "0"


def everybody():
    return rank_list.words(range(dist.get_world_size()))


def aligned(bytes):
    """Returns the offset in bytes at which the next tensor of a digest begins."""
    return -(-bytes // _ALIGNMENT) * _ALIGNMENT


def strides(sizes):
    """Returns the strides of a full tensor whose elements are contiguous."""
    steps, step = [], 1
    for size in reversed(sizes):
        steps.insert(0, step)
        step *= size
    return steps


def _in_one_piece(dimension, mesh, placements):
    """Returns whether this dimension of the mesh leaves a part in one piece. Partial sums and
    shards of several pieces do not. FSDP's shard of a tensor-parallel part does, because it lies
    within that part."""
    placement = placements[dimension]
    if type(placement) is not _StridedShard:
        return type(placement) in (Replicate, Shard)
    parts = 1
    for later in range(dimension + 1, mesh.ndim):
        parts *= mesh.size(later) if placements[later] == Shard(placement.dim) else 1
    return placement.split_factor == parts


@functools.cache  # many tensors share a place, and computing it is slow
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
