"""Digests of what this rank holds of the gradients, the parameters and the optimizer's state.

They do not depend on how tensors are sharded: the digests of all ranks' parts add up to the full
tensor's (golden/digest.h), and ranks that hold the same part must have the same (golden/state.h).
Nothing is communicated, and nothing but addresses of tensors is looked at.
"""

import torch
from torch.distributed.tensor import DTensor

from gridlock.train import places

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
        return kept.digest([places.local(tensor) for tensor in tensors])


class _Places:
    """Where each tensor of one kind lies: layouts by who else holds the same part."""

    def __init__(self, tensors, signature, layout):
        self.signature = signature
        self._bytes = {}
        self._layouts = {}
        self._indices = {}
        base = 0
        for index, tensor in enumerate(tensors):
            place = places.of(tensor)
            element = tensor.element_size()
            layout_of_holders = self._layouts.setdefault(place.holders, layout())
            sizes = list(places.local(tensor).shape)
            layout_of_holders.add(element, base // element + place.first, sizes, place.strides)
            self._indices.setdefault(place.holders, []).append(index)
            size = tensor.numel() * element
            self._bytes[place.ranks] = self._bytes.get(place.ranks, 0) + size
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


def _state_tensors(state, parameter):
    """A number of steps is the same wherever the parameter is held."""
    for key in sorted(state):
        value = state[key]
        if isinstance(value, torch.Tensor) and (
            isinstance(value, DTensor) or not isinstance(parameter, DTensor)
        ):
            yield value
