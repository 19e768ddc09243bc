"""Trains a cell again with random rounding (noise.py), to measure how far its numerical results
move."""

import torch.distributed as dist

from gridlock.train import noise, tensor_trace, training


def trainings(case, cell, device, spec, before_step, trace=None):
    """Yields a report for each training run that `spec` requests. Stops at the first run that
    fails. All ranks train together."""
    for number in range(spec.get("rounded", 0)):
        report = _train(case, cell, device, number, before_step, trace)
        yield report
        if "error" in report:
            break


def _train(case, cell, device, number, before_step, trace):
    mode = noise.RandomRounding(device, 1000 * number + dist.get_rank())
    report = {"type": "rounded", "losses": [], "grad_norms": []}
    entered = []

    def begin(step):
        before_step(step)
        if not entered:  # the model is built by now, so its initial weights are not rounded
            entered.append(mode.__enter__())

    def keep(_, loss, grad_norm):
        report["losses"].append(loss)
        report["grad_norms"].append(grad_norm)

    callbacks = {"after_build": mode.replay_in, "before_step": begin, "after_step": keep}
    callbacks = tensor_trace.add_to(callbacks, trace)
    try:
        training.train(case, cell, device, **callbacks)
    except Exception as error:  # some cases train only once
        report["error"] = f"{type(error).__name__}: {error}"
    finally:
        if entered:
            mode.__exit__(None, None, None)
    return report
