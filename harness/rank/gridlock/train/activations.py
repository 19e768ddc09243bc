"""Digests the outputs of a model's layers in each step. The layers may be compiled one by one. If
the whole model is compiled as one, its layers cannot be observed.

Digests cover numbers and not their dtype, so that cells of several precisions can be compared. bf16
and fp16 are digested as fp32, which represents all their numbers.
"""

import math

import torch
import torch.distributed as dist
from torch.distributed.tensor import DTensor
from torch.utils._pytree import tree_leaves

from gridlock.train import outputs, places


class Activations:
    """Digests outputs. number_of(i) returns the index of the digest for the i-th output of a
    step."""

    def __init__(self, cell, sums, number_of):
        self._cell = cell
        self._sums = sums
        self._number_of = number_of
        self._layers = set()
        self._kept = []  # _Output objects, in the order of the outputs in a step
        self._next = 0
        self._rows, self._length = 0, 0

    def watch(self, model, layers):
        layers = set(layers)
        self._layers = {
            name.replace("._checkpoint_wrapped_module", "")
            for name, module in model.named_modules()
            if module in layers
        }
        outputs.watch(model, self._see_input, self._see_output)

    def digests(self, sums):
        """Returns the digests of this step's outputs in the format that digests.py uses."""
        seen, self._next = self._kept[: self._next], 0
        total = sum(sums.get(output.number, 0) for output in seen) % 2**64
        part = {"sum": f"{total:016x}", "bytes": sum(output.held for output in seen)}
        whole = sum(output.bytes for output in seen)
        return {"parts": {str(dist.get_rank()): part}, "bytes": {places.everybody(): whole}}

    def were_seen(self):
        return self._next > 0

    def _see_input(self, tensor):
        self._rows, self._length = tensor.shape[:2]

    def _see_output(self, name, output):
        if name not in self._layers:
            return
        for leaf in tree_leaves(output):
            if isinstance(leaf, torch.Tensor) and self._is_of_tokens(leaf):
                self._digest(_widened(leaf.detach()))

    def _is_of_tokens(self, tensor):
        """Returns whether the tensor has one row and position per token. For other tensors, the
        part that a rank holds is unknown."""
        here = tuple(tensor.shape[:2]) == (self._rows, self._length)
        return here and not isinstance(tensor, DTensor)

    def _digest(self, tensor):
        index, self._next = self._next, self._next + 1
        signature = tensor.shape, tensor.dtype
        if index == len(self._kept) or self._kept[index].signature != signature:
            place = places.of_tokens(self._cell, tensor, self._rows, self._length)
            before = self._kept[index - 1].end if index else 0
            output = _Output(tensor, place, before, self._sums.layout(), self._number_of(index))
            self._kept[index:] = [output]
        self._kept[index].start(tensor)


def _widened(tensor):
    return tensor.float() if tensor.is_floating_point() and tensor.element_size() < 4 else tensor


class _Output:
    def __init__(self, tensor, place, begin, layout, number):
        element = tensor.element_size()
        self.signature = tensor.shape, tensor.dtype
        self.number = number
        self.held = tensor.numel() * element
        self.bytes = math.prod(place.sizes) * element
        self.end = places.aligned(begin + self.bytes)
        self._place = place
        self._layout = layout
        for part, first in place.parts(tensor):
            layout.add(number, element, begin // element + first, list(part.shape), place.strides)

    def start(self, tensor):
        self._layout.start([part for part, _ in self._place.parts(tensor)])
