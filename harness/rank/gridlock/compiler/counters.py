"""Reads torch.compile's counters of this process. They count from the start of the process or from
the last reset()."""

import torch._dynamo
from torch._dynamo import utils as dynamo


def reset():
    """Resets the compiler to the state of a fresh process, except for caches on disk."""
    torch._dynamo.reset()
    dynamo.counters.clear()
    dynamo.clear_compilation_metrics()


def graphs():
    """Returns the number of graphs that Dynamo captured."""
    return dynamo.counters["stats"]["unique_graphs"]


def abandoned():
    """Returns the number of frames that Dynamo began to compile and then left uncompiled."""
    frames = dynamo.counters["frames"]
    return frames["total"] - frames["ok"]


def breaks():
    """Returns the number of graph breaks plus the number of abandoned frames, which Dynamo does not
    count as breaks. Dynamo abandons a frame at a break inside a loop, and at FSDP's hooks if the
    whole model is compiled."""
    return sum(dynamo.counters["graph_break"].values()) + abandoned()


def recompiles():
    return sum(bool(m.recompile_reason) for m in dynamo.get_compilation_metrics())


def caches():
    inductor, aot = dynamo.counters["inductor"], dynamo.counters["aot_autograd"]
    return {
        "cache_hits": inductor["fxgraph_cache_hit"] + aot["autograd_cache_hit"],
        "cache_misses": inductor["fxgraph_cache_miss"] + aot["autograd_cache_miss"],
        "cache_bypasses": inductor["fxgraph_cache_bypass"] + aot["autograd_cache_bypass"],
    }


def seconds():
    """Returns the seconds spent on compiling, including the backward."""
    return dynamo.calculate_time_spent().get("total_wall_time", 0.0)
