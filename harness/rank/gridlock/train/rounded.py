"""Trains a cell again with random rounding (noise.py): how far its numbers may move."""

import torch.distributed as dist

from gridlock.train import noise, training


def train(case, cell, device, number, before_step):
    """Gives the report of one such training; raises nothing. All ranks must call it."""
    mode = noise.RandomRounding(device, 1000 * number + dist.get_rank())
    report = {"type": "rounded", "losses": [], "grad_norms": []}
    entered = []

    def begin(step):
        before_step(step)
        if not entered:  # the model is built: weights stay what they are
            entered.append(mode.__enter__())

    def keep(_, loss, grad_norm):
        report["losses"].append(loss)
        report["grad_norms"].append(grad_norm)

    try:
        training.train(case, cell, device, before_step=begin, after_step=keep)
    except Exception as error:  # such as an operation that is only for tensors of its own kind
        report["error"] = f"{type(error).__name__}: {error}"
    finally:
        if entered:
            mode.__exit__(None, None, None)
    return report
