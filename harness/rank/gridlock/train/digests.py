"""Digests of what this rank holds of the gradients, the parameters and the optimizer's state.

They do not depend on how tensors are sharded: the digests of all ranks' parts add up to the full
tensor's (golden/digest.h), and ranks that hold the same part must have the same (golden/state.h).
Nothing is communicated, and nothing but addresses of tensors is looked at.
"""

import functools

import torch
import torch.distributed as dist
from torch.distributed.tensor import DTensor, Replicate, Shard
from torch.distributed.tensor._utils import compute_local_shape_and_global_offset

_ALIGNMENT = 16  # bytes, between tensors: that of the largest element


def observer(device):
    """Who digests what is on this device; None where nobody can."""
    try:
        import gridlock_digest
    except ImportError:  # a rank without the harness
        return None
    return Observer(gridlock_digest.Layout) if device.type == "cpu" else None


class Observer:
    """Keeps where the parts lie in the full tensors: that stays the same from step to step."""

    def __init__(self, layout):
        self._layout = layout
        self._kept = {}

    def gradients(self, model):
        present = [p.grad for p in model.parameters() if p.grad is not None]
        return self._held("gradients", present)

    def parameters(self, model):
        return self._held("parameters", [p.detach() for p in model.parameters()])

    def optimizer(self, optimizer):
        tensors = [
            value
            for group in optimizer.param_groups
            for parameter in group["params"]
            for value in _state_tensors(optimizer.state.get(parameter, {}), parameter)
        ]
        return self._held("optimizer", tensors)

    def _held(self, kind, tensors):
        """{"parts": {ranks that hold the same: digest}, "bytes": {ranks that hold all: bytes}}."""
        signature = [_signature(tensor) for tensor in tensors]
        kept = self._kept.get(kind)
        if kept is None or kept.signature != signature:
            kept = self._kept[kind] = _Places(tensors, signature, self._layout)
        return kept.digest([_local(tensor) for tensor in tensors])


class _Places:
    """Where each tensor of one kind lies: layouts by who else holds the same part."""

    def __init__(self, tensors, signature, layout):
        self.signature = signature
        self._bytes = {}
        self._layouts = {}
        self._indices = {}
        base = 0
        for index, tensor in enumerate(tensors):
            holders, everybody, offset = _place(tensor)
            element = tensor.element_size()
            first = base // element + sum(o * s for o, s in zip(offset, _strides(tensor.shape)))
            layout_of_holders = self._layouts.setdefault(holders, layout())
            sizes = list(_local(tensor).shape)
            layout_of_holders.add(element, first, sizes, _strides(tensor.shape))
            self._indices.setdefault(holders, []).append(index)
            size = tensor.numel() * element
            self._bytes[everybody] = self._bytes.get(everybody, 0) + size
            base += -(-size // _ALIGNMENT) * _ALIGNMENT

    def digest(self, parts):
        digests = {}
        for holders, layout in self._layouts.items():
            contiguous = [parts[index].contiguous() for index in self._indices[holders]]
            total, size = layout.digest([part.data_ptr() for part in contiguous])
            digests[holders] = {"sum": f"{total:016x}", "bytes": size}
        return {"parts": digests, "bytes": self._bytes}


def _signature(tensor):
    """What decides where it lies. FSDP gives all gradients of a parameter one and the same spec."""
    spec = tensor._spec if isinstance(tensor, DTensor) else None
    return spec, tensor.shape, tensor.dtype


def _local(tensor):
    return tensor._local_tensor if isinstance(tensor, DTensor) else tensor


def _state_tensors(state, parameter):
    """A number of steps is the same wherever the parameter is held."""
    for key in sorted(state):
        value = state[key]
        if isinstance(value, torch.Tensor) and (
            isinstance(value, DTensor) or not isinstance(parameter, DTensor)
        ):
            yield value


def _place(tensor):
    """Who holds the same part, over whom the tensor is distributed, and the part's offset in it."""
    if isinstance(tensor, DTensor):
        return _place_in_mesh(tensor.shape, tensor.device_mesh, tensor.placements)
    return _own(), _own(), [0] * tensor.dim()


@functools.cache  # many have the same, and torch takes its time
def _place_in_mesh(shape, mesh, placements):
    coordinate = mesh.get_coordinate()
    known = all(type(placement) in (Replicate, Shard) for placement in placements)
    if not known or coordinate is None:  # partial sums, strided shards
        return _own(), _own(), [0] * len(shape)
    _, offset = compute_local_shape_and_global_offset(shape, mesh, placements)
    same = tuple(
        slice(None) if type(placement) is Replicate else at
        for placement, at in zip(placements, coordinate)
    )
    return _runs(mesh.mesh[same]), _runs(mesh.mesh), offset


def _own():
    """Parameters that nobody shards: each rank's may be its own."""
    return f"rank {dist.get_rank()}" if dist.get_world_size() > 1 else "0"


def _runs(ranks):
    """A tensor of ranks 0, 1, 2, 5 as "0-2,5"."""
    runs = []
    for rank in sorted(ranks.flatten().tolist()):
        if runs and runs[-1][1] == rank - 1:
            runs[-1][1] = rank
        else:
            runs.append([rank, rank])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def _strides(shape):
    """Of a full tensor whose elements lie one behind the other."""
    strides, step = [], 1
    for size in reversed(shape):
        strides.insert(0, step)
        step *= size
    return strides
