"""Digests this rank's parts of the gradients, the parameters and the optimizer's state and, on
request, the outputs of the layers.

Digests do not depend on how tensors are sharded. The digests of all parts of a tensor add up to the
digest of the full tensor (golden/digest.h). Ranks that hold the same part must have equal digests
(golden/state.h). Digests need no communication. Python reads only the addresses of tensors.
"""

import contextlib

import torch
from torch.distributed.tensor import DTensor

from gridlock.train import activations, digest_sums, places


def observer(device):
    """Returns an observer for this device, or None if digests do not support the device."""
    sums = sums_on(device)
    return Observer(sums) if sums else None


def sums_on(device):
    with contextlib.suppress(ImportError):  # gridlock may be missing or built without CUDA
        if device.type == "cpu":
            import gridlock_digest

            return digest_sums.OnCpu(gridlock_digest)
        if device.type == "cuda":
            import gridlock_digest_cuda

            if gridlock_digest_cuda.runs_here():
                return digest_sums.OnCuda(gridlock_digest_cuda, device)
    return None


class Observer:
    """Digests the rank's parts. Computes their places in the full tensors once, because places do
    not change between steps."""

    def __init__(self, sums):
        self._sums = sums
        self._modules = []  # the model's modules; kept, because finding them takes longest
        self._parameters = []
        self._numbers = {}  # index of a digest, by kind and holders
        self._kept = {}
        self._seen = []
        self._activations = None

    def watch(self, cell, model, layers):
        """Also observes the outputs of the layers from now on."""
        self._activations = activations.Activations(cell, self._sums, self._number_of("activations"))
        self._activations.watch(model, layers)

    def see_gradients(self, model):
        self._modules = self._modules or list(model.modules())
        held = (p for module in self._modules for p in module._parameters.values())
        self._parameters = [p for p in dict.fromkeys(held) if p is not None]
        self._see("gradients", [p.grad for p in self._parameters if p.grad is not None])

    def see_update(self, optimizer):
        """Digests the parameters that see_gradients() found, and the optimizer's state."""
        self._see("parameters", self._parameters)
        tensors = [
            value
            for group in optimizer.param_groups
            for parameter in group["params"]
            for value in _state_tensors(optimizer.state.get(parameter, {}), parameter)
        ]
        self._see("optimizer", tensors)

    def read(self):
        """Returns the digests since the last call of read(): {"gradients": {"parts": {ranks that
        hold the same part: digest}, "bytes": {ranks that hold the full tensor together: bytes}},
        …}. Waits for the GPU."""
        sums = self._sums.read() if self._seen else {}
        seen, self._seen = self._seen, []
        state = {kind: self._kept[kind].digests(sums) for kind in seen}
        if self._activations and self._activations.were_seen():
            state["activations"] = self._activations.digests(sums)
        return state

    def _see(self, kind, tensors):
        signature = [_signature(tensor) for tensor in tensors]
        kept = self._kept.get(kind)
        if kept is None or kept.signature != signature:
            kept = _Places(tensors, signature, self._sums.layout(), self._number_of(kind))
            self._kept[kind] = kept
        kept.layout.start([places.local(tensor) for tensor in tensors])
        self._seen.append(kind)

    def _number_of(self, kind):
        return lambda holders: self._numbers.setdefault((kind, holders), len(self._numbers))


class _Places:
    """The places of all tensors of one kind. Each set of holders has one digest."""

    def __init__(self, tensors, signature, layout, number_of):
        self.signature = signature
        self.layout = layout
        self._parts = {}  # by holders: [index of the digest, bytes]
        self._bytes = {}
        base = 0
        for tensor in tensors:
            place, part = places.of(tensor), places.local(tensor)
            element = tensor.element_size()
            digest = self._parts.setdefault(place.holders, [number_of(place.holders), 0])
            first = base // element + place.first
            layout.add(digest[0], element, first, list(part.shape), place.strides)
            digest[1] += part.numel() * element
            size = tensor.numel() * element
            self._bytes[place.ranks] = self._bytes.get(place.ranks, 0) + size
            base = places.aligned(base + size)

    def digests(self, sums):
        parts = {
            holders: {"sum": f"{sums.get(number, 0):016x}", "bytes": size}
            for holders, (number, size) in self._parts.items()
        }
        return {"parts": parts, "bytes": self._bytes}


def _signature(tensor):
    """Returns the values that determine a tensor's place. The comparison is fast, because FSDP uses
    the same spec object for all gradients of a parameter."""
    spec = tensor._spec if isinstance(tensor, DTensor) else None
    return spec, tensor.shape, tensor.dtype


def _state_tensors(state, parameter):
    """Yields the optimizer's tensors for one parameter if their place is known. Omits the step
    count of a sharded parameter: it is not sharded, and all holders have the same count."""
    for key in sorted(state):
        value = state[key]
        if isinstance(value, torch.Tensor) and (
            isinstance(value, DTensor) or not isinstance(parameter, DTensor)
        ):
            yield value
