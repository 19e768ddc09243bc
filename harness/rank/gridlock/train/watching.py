"""Observes the compiler while a cell trains."""

import contextlib

import torch
from torch._dynamo.callback import callback_handler

from gridlock.compiler import observing
from gridlock.probe import recording


@contextlib.contextmanager
def compiler(phases, peaks, report):
    """Reports phase "compile" to `phases` when the compiler begins within a step, and "step" when
    it ends. Passes messages about compiled frames to `report`.

    Also reports to the probe that the compiler begins and ends. The probe records calls in between
    as the compiler's own.
    """

    # Dynamo must not compile the next two functions: torch calls them while it holds a lock that
    # compiling would need, too.
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
        # If a case resets Dynamo, the callbacks are already removed, and removing them raises
        # ValueError.
        with contextlib.suppress(ValueError):
            callback_handler.remove_start_callback(begin)
            callback_handler.remove_end_callback(end)
