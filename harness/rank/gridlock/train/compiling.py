"""torch.compile: the axes compile, scope, backend, dynamic, mode and fullgraph, and the compiler's
counters."""

import torch
import torch._dynamo
from torch._dynamo import compiled_autograd
from torch._dynamo import utils as dynamo


def apply(model, blocks, cell):
    """Compiles in place.

    dynamic is True or False, never torch's default, with which a second sequence length would turn
    a static cell into a dynamic one. All steps have the same shapes: dynamic cells are compiled for
    symbolic sizes from the first step on, and stay comparable with the cells that they are paired
    with.
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
    """Returns the scope "step": forward, backward and optimizer as one function of inputs and
    targets."""

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
    """Runs the whole backward as one graph, hooks and the gradients' reduction included."""
    with compiled_autograd._enable(torch.compile(backend=cell.backend, dynamic=bool(cell.dynamic))):
        loss.backward()


def mode(cell):
    """Returns the mode, for inductor only, which takes a mode or options."""
    return cell.mode if cell.backend == "inductor" and cell.mode != "default" else None


def options(cell):
    chosen = cell.backend == "inductor" and cell.compile_options
    return dict(cell.compile_options) if chosen else None


def forget():
    """Resets the compiler to the state of a fresh process, except for caches on disk."""
    torch._dynamo.reset()
    dynamo.counters.clear()
    dynamo.clear_compilation_metrics()


def counters():
    """Returns graphs, graph breaks, recompiles and cache results since forget().

    Breaks include frames that Dynamo abandoned and left uncompiled, which Dynamo itself does not
    count: a break inside a loop, such as FSDP's hooks cause when a whole model is compiled.
    """
    stats, inductor = dynamo.counters["stats"], dynamo.counters["inductor"]
    aot, frames = dynamo.counters["aot_autograd"], dynamo.counters["frames"]
    return {
        "graphs": stats["unique_graphs"],
        "breaks": sum(dynamo.counters["graph_break"].values()) + frames["total"] - frames["ok"],
        "recompiles": sum(bool(m.recompile_reason) for m in dynamo.get_compilation_metrics()),
        "cache_hits": inductor["fxgraph_cache_hit"] + aot["autograd_cache_hit"],
        "cache_misses": inductor["fxgraph_cache_miss"] + aot["autograd_cache_miss"],
        "cache_bypasses": inductor["fxgraph_cache_bypass"] + aot["autograd_cache_bypass"],
    }
