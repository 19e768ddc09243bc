"""torch.compile: the axes compile, scope, backend, dynamic, mode and fullgraph, and what the compiler
did."""

import contextlib

import torch
import torch._dynamo
from torch._dynamo import utils as dynamo
from torch._dynamo.callback import callback_handler

from gridlock.probe import recording


def apply(model, blocks, cell):
    """Compiles in place.

    dynamic is True or False, never torch's default: with that, a second sequence length would
    turn a static cell into a dynamic one. All steps have the same shapes: dynamic cells are
    compiled for symbolic sizes from the first step on, and stay comparable with their partners.
    """
    for module in [model] if cell.scope == "model" else blocks:
        module.compile(**arguments(cell))


def arguments(cell):
    """What torch.compile gets. Mode and options are inductor's, and it takes one of them at most."""
    chosen = {"backend": cell.backend, "dynamic": bool(cell.dynamic)}
    if cell.fullgraph:
        chosen["fullgraph"] = True
    if cell.backend == "inductor" and cell.mode != "default":
        chosen["mode"] = cell.mode
    if cell.backend == "inductor" and cell.compile_options:
        chosen["options"] = dict(cell.compile_options)
    return chosen


def forget():
    """As in a fresh process, but for caches on disk."""
    torch._dynamo.reset()
    dynamo.counters.clear()
    dynamo.clear_compilation_metrics()


def counters():
    """Graphs, graph breaks, recompiles and cache hits since forget().

    Breaks include frames that Dynamo gave up and left uncompiled, which it does not count itself: a
    break inside a loop, as FSDP's hooks cause where a whole model is compiled.
    """
    stats, inductor = dynamo.counters["stats"], dynamo.counters["inductor"]
    aot, frames = dynamo.counters["aot_autograd"], dynamo.counters["frames"]
    return {
        "graphs": stats["unique_graphs"],
        "breaks": sum(dynamo.counters["graph_break"].values()) + frames["total"] - frames["ok"],
        "recompiles": sum(bool(m.recompile_reason) for m in dynamo.get_compilation_metrics()),
        "cache_hits": inductor["fxgraph_cache_hit"] + aot["autograd_cache_hit"],
        "cache_misses": inductor["fxgraph_cache_miss"] + aot["autograd_cache_miss"],
    }


class Watch:
    """Tells `phases` when the compiler runs within `step`: phase "compile", then "step" again.

    The probe is told too: what is issued meanwhile, the compiler issues.
    """

    def __init__(self, phases):
        self.step = -1
        self._phases = phases

    @contextlib.contextmanager
    def installed(self):
        callback_handler.register_start_callback(self._begin)
        callback_handler.register_end_callback(self._end)
        try:
            yield self
        finally:
            recording.compiling(False)
            # A case that resets Dynamo has removed them already.
            with contextlib.suppress(ValueError):
                callback_handler.remove_start_callback(self._begin)
                callback_handler.remove_end_callback(self._end)

    def _begin(self, _):
        recording.compiling(True)
        self._phases.enter("compile", self.step)

    def _end(self, _):
        recording.compiling(False)
        self._phases.enter("step", self.step)
