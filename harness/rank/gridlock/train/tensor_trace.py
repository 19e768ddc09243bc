"""Writes tensor traces: copies of the tensors that pass through a model in each step. They show
where two cells diverge.

A trace contains the inputs, the output of each module, the loss, and the gradients of the outputs
and of the parameters. It also contains the parameters and the optimizer's state after the update.
For compiled regions, see outputs.py.

Each rank writes the parts that it holds, with their places in the full tensors
(golden/tensor_trace.h). If the cell is trained again with random rounding, the trace also records
how far each tensor moved.
"""

import pathlib

import torch
import torch.distributed as dist
from torch.utils._python_dispatch import _disable_current_modes
from torch.utils._pytree import tree_leaves

from gridlock.train import outputs, places, training
from gridlock.train.channel import encode

_CALLBACKS = ("after_build", "before_step", "after_gradients", "after_update", "after_step")


class TensorTrace:
    """The trace of a cell's first training run. Later runs use random rounding and add how far each
    tensor moved."""

    def __init__(self, cell):
        self._cell = cell
        self._kept = {}  # _TracedTensor by (step, phase, name)
        self._is_first = True
        self._step = 0
        self._called = {}  # number of calls in this step, by module name
        self._rows, self._length = 0, 0

    def after_build(self, model):
        self._names = {parameter: name for name, parameter in _parameters(model)}
        outputs.watch(model, self._see_input, self._see_output)

    def before_step(self, number):
        self._step = number
        self._called = {}

    def after_gradients(self, model):
        """Keeps the gradients of the parameters, those of the last layer first, as the backward
        computes them."""
        for name, parameter in reversed(list(_parameters(model))):
            if parameter.grad is not None:
                self._keep("gradients", name, parameter.grad, places.of(parameter.grad))

    def after_update(self, model, optimizer):
        for name, parameter in _parameters(model):
            self._keep("parameters", name, parameter, places.of(parameter))
        for parameter, state in optimizer.state.items():
            for key, value in state.items():
                if isinstance(value, torch.Tensor) and value.dim() > 0:
                    name = f"{self._names[parameter]}.{key}"
                    self._keep("optimizer", name, value, places.of(value))

    def after_step(self, number, loss, grad_norm):
        everybody = places.everybody()
        everywhere = places.Place(everybody, everybody, [1])
        self._keep("loss", "loss", torch.tensor([loss], dtype=torch.float64), everywhere)
        if number == self._cell.steps - 1:
            self._is_first = False

    def write(self, folder):
        """Writes FOLDER/rank3.safetensors on rank 3: the parts, and under `taps` a JSON description
        of them."""
        from safetensors.torch import save_file  # imported here, because ranks rarely need it

        tensors, entries = {}, []
        for (step, phase, name), traced in self._kept.items():
            parts = []
            for part, first in traced.parts():
                stored = str(len(tensors))
                tensors[stored] = _storable(part)
                parts.append({"tensor": stored, "first": first})
            about = {"step": step, "phase": phase, "name": name, "parts": parts}
            entries.append(about | traced.about())
        pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
        path = pathlib.Path(folder) / f"rank{dist.get_rank()}.safetensors"
        save_file(tensors, path, {"taps": encode(entries)})

    def _see_input(self, tensor):
        self._rows, self._length = tensor.shape[:2]
        self._keep("forward", "inputs", tensor, self._place_of(tensor))

    def _see_output(self, module, output):
        call = self._called[module] = self._called.get(module, 0) + 1
        tensors = [leaf for leaf in tree_leaves(output) if isinstance(leaf, torch.Tensor)]
        for index, tensor in enumerate(tensors):
            name = module if len(tensors) == 1 else f"{module}[{index}]"
            self._trace(name if call == 1 else f"{name}, call {call}", tensor)

    def _trace(self, name, tensor):
        place = self._place_of(tensor)
        self._keep("forward", name, tensor, place)
        if tensor.requires_grad:
            # The gradient is that of this rank's scaled loss, which is the mean over the rank's own
            # tokens. `scale` makes it the gradient of the global loss.
            scale = 1 / (self._cell.world_size * training.LOSS_SCALES[self._cell.precision])
            tensor.register_hook(lambda grad: self._keep("backward", name, grad, place, scale))

    def _place_of(self, tensor):
        return places.of_tokens(self._cell, tensor, self._rows, self._length)

    def _keep(self, phase, name, tensor, place, scale=1.0):
        with torch.no_grad(), _disable_current_modes():
            local = places.local(tensor.detach())
            if self._is_first:
                traced = _TracedTensor(local.to("cpu", copy=True), place, scale)
                self._kept[self._step, phase, name] = traced
            elif traced := self._kept.get((self._step, phase, name)):
                traced.compare(local)


def add_to(callbacks, trace):
    """Returns the callbacks of a training run. Each callback is followed by the trace's own, if
    there is a trace."""
    if trace is None:
        return callbacks
    of_trace = {name: getattr(trace, name) for name in _CALLBACKS}
    return callbacks | {
        name: _both(callbacks[name], call) if name in callbacks else call
        for name, call in of_trace.items()
    }


def _both(first, second):
    def call(*arguments):
        first(*arguments)
        second(*arguments)

    return call


class _TracedTensor:
    def __init__(self, tensor, place, scale):
        self._tensor = tensor
        self._place = place
        self._scale = scale
        self._moved = []  # [sum of squares, largest difference] for each run with random rounding

    def compare(self, tensor):
        moved = tensor.double().cpu() - self._tensor.double()
        largest = moved.abs().max().item() if moved.numel() else 0.0
        self._moved.append([moved.square().sum().item(), largest])

    def parts(self):
        return self._place.parts(self._tensor)

    def about(self):
        return {
            "dtype": str(self._tensor.dtype).removeprefix("torch."),
            "sizes": self._place.sizes,
            "holders": self._place.holders,
            "unplaced": self._place.unplaced,
            "scale": self._scale,
            "moved": self._moved,
        }


def _parameters(model):
    """Yields the model's parameters under their names in the case."""
    for name, parameter in model.named_parameters():
        yield name.replace("_checkpoint_wrapped_module.", ""), parameter


def _storable(part):
    """Returns the part in a dtype that safetensors can store. 8-bit dtypes become fp32."""
    return (part.float() if part.is_floating_point() and part.element_size() == 1 else part).contiguous()
