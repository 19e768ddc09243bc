"""Reports how often a rank called compiled code, what Dynamo captured, and how long compiling took.
The report is a line of JSON that the rank prints at its end. `gridlock minimize` reads it
(minimizer/ranks/graph_oracle.h and growth.h).

{"compiled": {"calls": 3, "graphs": 0, "given_up": 1, "seconds": 0.2}}

The fields are the calls of functions that torch.compile returned, the graphs that Dynamo captured,
the frames that Dynamo began to compile and left uncompiled, and the seconds of compiling, including
the backward.
"""

import atexit
import functools
import importlib
import json

ORDER = "GRIDLOCK_COUNT_GRAPHS"


class _Calls:
    made = 0


def install(torch):
    original = torch.compile

    @functools.wraps(original)
    def compile(model=None, **options):
        made = original(model, **options)
        return made if model is None else _counted(made, torch)

    torch.compile = compile
    atexit.register(_report, importlib.import_module("gridlock.compiler.counters"))


def _counted(compiled, torch):
    """Counts the calls of a compiled function. If a module was compiled, returns the same module
    and counts the calls of its forward."""
    if isinstance(compiled, torch.nn.Module):
        compiled.forward = _counted(compiled.forward, torch)
        return compiled

    @functools.wraps(compiled)
    def call(*arguments, **keywords):
        # Calls within a compilation are not counted.
        if not torch.compiler.is_compiling():
            _Calls.made += 1
        return compiled(*arguments, **keywords)

    return call


def _report(counters):
    counted = {
        "calls": _Calls.made,
        "graphs": counters.graphs(),
        "given_up": counters.abandoned(),
        "seconds": counters.seconds(),
    }
    print(json.dumps({"compiled": counted}), flush=True)
