"""Trains a model in stages (pipeline parallelism, the axis pp). Neighboring ranks hold consecutive
parts of the model; the case's stage(model, number, count) returns a part. A rank passes on the
outputs of its part for a few rows of the batch at a time. It alternates one forward and one
backward (Narayanan et al., "Efficient large-scale language model training on GPU clusters using
Megatron-LM", 2021)."""

import torch
import torch.distributed as dist
from torch.distributed.pipelining import PipelineStage, Schedule1F1B

from gridlock.train import groups


def stage(case, model, cell):
    return case.stage(model, dist.get_rank() % cell.pp, cell.pp)


def schedule(case, model, cell, device, scale):
    """Returns a function of inputs and targets. It accumulates gradients and returns this rank's
    loss, scaled so that the mean over all stages is the mean loss of the whole model."""
    group = groups.parts(cell, device, "pp")["pp"].get_group()
    own = PipelineStage(model, group.rank(), cell.pp, device, group=group)

    def loss_of(outputs, targets):
        return case.loss(lambda _: outputs, outputs, targets) * scale

    steps = Schedule1F1B(own, n_microbatches=cell.pp, loss_fn=loss_of)

    def run(inputs, targets):
        losses = []
        # A stage accepts only inputs with the same strides as in its first forward.
        first = [inputs.contiguous()] if own.is_first else []
        steps.step(*first, target=targets, losses=losses)
        if not own.is_last:
            return torch.zeros((), device=device)
        return torch.stack(losses).detach().mean() / scale * cell.pp

    return run
