"""Applies torch.compile to a model, as the axes compile, scope, backend, dynamic, mode and
fullgraph state."""

import torch
from torch._dynamo import compiled_autograd


def apply(model, blocks, cell):
    """Compiles the model or its blocks in place.

    `dynamic` is True or False and never torch's default. With the default, a second sequence length
    would turn a static cell into a dynamic one. All steps have equal shapes. A dynamic cell is
    therefore compiled for symbolic sizes from the first step on. It stays comparable with the
    static cell that it is paired with.
    """
    for module in {"block": blocks, "model": [model], "step": []}[cell.scope]:
        module.compile(
            backend=cell.backend,
            dynamic=bool(cell.dynamic),
            fullgraph=bool(cell.fullgraph),
            mode=mode(cell),
            options=options(cell),
        )


def whole_step(case, model, update, cell):
    """Returns the function for the scope "step", which combines forward, backward and optimizer
    into one function of inputs and targets."""

    def step(inputs, targets):
        loss = case.loss(model, inputs, targets)
        loss.backward()
        update()
        return loss.detach()

    return torch.compile(
        step,
        backend=cell.backend,
        dynamic=bool(cell.dynamic),
        fullgraph=bool(cell.fullgraph),
        mode=mode(cell),
        options=options(cell),
    )


def compiled_backward(loss, cell):
    """Runs the whole backward as one graph, including hooks and the reduction of the gradients."""
    with compiled_autograd._enable(torch.compile(backend=cell.backend, dynamic=bool(cell.dynamic))):
        loss.backward()


def mode(cell):
    """Returns the mode. Only inductor accepts a mode, and only if there are no options."""
    return cell.mode if cell.backend == "inductor" and cell.mode != "default" else None


def options(cell):
    chosen = cell.backend == "inductor" and cell.compile_options
    return dict(cell.compile_options) if chosen else None
