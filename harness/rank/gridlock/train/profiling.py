"""Writes torch.profiler's trace of the last step of a cell, for Perfetto or chrome://tracing."""

import contextlib
import os

import torch.distributed as dist
import torch.profiler


@contextlib.contextmanager
def last_step(folder, cell, callbacks):
    """Yields the training's callbacks (training.train), extended to write folder/rankN.json.gz. The
    profile contains the last step, without the start of the profiler and the writing of the file.
    If `folder` is None, yields the callbacks unchanged."""
    if not folder:
        yield callbacks
        return
    last = cell.steps - 1
    path = os.path.join(folder, f"rank{dist.get_rank()}.json.gz")
    with contextlib.ExitStack() as running:
        # acc_events keeps the events of all steps, because they are written only once, at the end.
        profiler = torch.profiler.profile(record_shapes=True, acc_events=True)

        def before_step(number):
            if number == last:
                os.makedirs(folder, exist_ok=True)
                running.enter_context(profiler)
                running.enter_context(torch.profiler.record_function(f"step {number}"))
            callbacks["before_step"](number)

        def after_step(number, *numbers):
            callbacks["after_step"](number, *numbers)
            if number == last:
                running.close()
                profiler.export_chrome_trace(path)

        yield callbacks | {"before_step": before_step, "after_step": after_step}
