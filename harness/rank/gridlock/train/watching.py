"""Observes the compiler while a cell trains."""

import contextlib

import torch
from torch._dynamo.callback import callback_handler

from gridlock.compiler import observing
from gridlock.probe import recording


@contextlib.contextmanager
def compiler(phases, peaks, report):
    """Notifies `phases` when the compiler runs within a step: phase "compile", then "step" again.
    Passes the compiled frames to `report`.

    Also notifies the probe, because calls that are issued while the compiler runs are its own.
    """

    # Dynamo must not compile the next two functions. torch calls them while it holds a lock that a
    # compilation would also need.
    @torch._dynamo.disable
    def begin(_):
        recording.compiling(True)
        peaks.turn("compile")
        phases.enter("compile", phases.step)

    @torch._dynamo.disable
    def end(_):
        recording.compiling(False)
        peaks.turn("steps")
        phases.enter("step", phases.step)

    def measure():
        return {"step": phases.step, "peak_memory_mib": peaks.now()}

    callback_handler.register_start_callback(begin)
    callback_handler.register_end_callback(end)
    observing.observe(report, measure)
    try:
        yield
    finally:
        observing.stop()
        recording.compiling(False)
        # A case that resets Dynamo has already removed the callbacks, which raises ValueError here.
        with contextlib.suppress(ValueError):
            callback_handler.remove_start_callback(begin)
            callback_handler.remove_end_callback(end)
