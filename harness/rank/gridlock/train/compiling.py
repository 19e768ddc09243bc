"""Applies torch.compile to a model. The axes compile, scope, backend, dynamic, mode and fullgraph
determine how."""

import torch
from torch._dynamo import compiled_autograd


def apply(model, blocks, cell):
    """Compiles the model or its blocks in place.

    `dynamic` is True or False, never torch's default: with the default, a second sequence length
    would turn a static cell into a dynamic one. All steps have equal shapes. A dynamic cell is
    compiled for symbolic sizes from its first step, so that it can be compared with the static cell
    of its pair.
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
    """Returns a compiled function of inputs and targets for the scope "step". It runs forward,
    backward and optimizer as one function."""

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
    """Runs the whole backward as one compiled graph, including hooks and the reduction of
    gradients."""
    with compiled_autograd._enable(torch.compile(backend=cell.backend, dynamic=bool(cell.dynamic))):
        loss.backward()


def mode(cell):
    """Returns the cell's mode. Only inductor accepts a mode, and only without options."""
    return cell.mode if cell.backend == "inductor" and cell.mode != "default" else None


def options(cell):
    chosen = cell.backend == "inductor" and cell.compile_options
    return dict(cell.compile_options) if chosen else None
