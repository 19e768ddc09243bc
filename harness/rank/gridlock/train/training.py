"""Trains one cell. A rank of the harness runs this code, and `gridlock export` copies it into a
script.

This module does not depend on the harness. Callers pass callbacks to observe the training run.
"""

import torch
import torch.distributed as dist
from torch.distributed.tensor import DTensor

from gridlock.train import building, compiling, context_parallel, groups, optimizing, pipeline
from gridlock.train import sharding

# The factors that scale losses, by precision. Without a factor, fp16 gradients of a mean loss fall
# below the smallest normal number. Factors are powers of two, so that scaling is exact.
LOSS_SCALES = {"fp32": 1.0, "tf32": 1.0, "bf16": 1.0, "fp16": 1024.0, "fp8": 1.0}


def _ignore(*_):
    pass


def train(
    case,
    cell,
    device,
    after_build=_ignore,
    before_step=_ignore,
    after_gradients=_ignore,
    after_update=_ignore,
    after_step=_ignore,
):
    """Builds the model and trains all steps. The default group must exist.

    Calls after_build(model). In each step k, calls before_step(k), after_gradients(model),
    after_update(model, optimizer) and after_step(k, loss, grad_norm). `loss` is the global mean
    loss, and `grad_norm` is the global norm of the gradients.
    """
    mesh = groups.context(cell, device)
    model, optimizer = building.build(case, cell, device)
    step = optimizing.step_of(optimizer, cell)
    propagate = None
    if cell.pp > 1:
        propagate = pipeline.schedule(case, model, cell, device, LOSS_SCALES[cell.precision])
    if cell.scope == "step":
        propagate, step = compiling.whole_step(case, model, step, cell), _ignore
    inner = model.module if cell.ddp else model
    after_build(inner)
    for number in range(cell.steps):
        before_step(number)
        batch = local_batch(case, cell, device, number)
        loss, grad_norm = compute_gradients(case, cell, device, mesh, model, batch, propagate)
        after_gradients(inner)
        step()
        after_update(inner, optimizer)
        optimizer.zero_grad()
        after_step(number, loss, grad_norm)


def local_batch(case, cell, device, number):
    """Returns this rank's rows of the global batch, with whole sequences."""
    neighbors = cell.cp * groups.shares(cell)
    rows = cell.world_size // neighbors
    row = dist.get_rank() // neighbors
    batch = case.batch(cell, number)
    check_rows(batch, rows)
    return [tensor.chunk(rows)[row].to(device) for tensor in batch]


def check_rows(batch, rows):
    for tensor in batch:
        if tensor.shape[0] % rows:
            raise ValueError(
                f"the global batch has {tensor.shape[0]} sequences, "
                f"which cannot be split over {rows} data-parallel ranks"
            )


def compute_gradients(case, cell, device, mesh, model, batch, propagate=None):
    """Returns the global loss and gradient norm of the step. `propagate`, if given, runs forward
    and backward on inputs and targets, in place of loss.backward()."""
    scale = LOSS_SCALES[cell.precision]
    inputs, targets = context_parallel.share(cell, device, mesh, batch)
    with context_parallel.whole_sequence(cell, device, mesh, [inputs, targets]):
        if cell.pp > 1 or cell.scope == "step":
            local_loss = propagate(inputs, targets)
        else:
            local_loss = case.loss(model, inputs, targets)
            scaled_loss = local_loss if scale == 1.0 else local_loss * scale
            if cell.compiled_autograd:
                compiling.compiled_backward(scaled_loss, cell)
            else:
                scaled_loss.backward()
    gradients = local_gradients(model)
    if scale != 1.0:
        torch._foreach_mul_(gradients, 1 / scale)
    return global_numbers(cell, local_loss.detach(), gradients, model)


def local_gradients(model):
    """Returns the parts of the gradients that this rank holds."""
    gradients = [p.grad for p in model.parameters() if p.grad is not None]
    check_gradients(gradients)
    return [g._local_tensor if isinstance(g, DTensor) else g for g in gradients]


def check_gradients(gradients):
    if not gradients:
        raise RuntimeError("no parameter has a gradient after the backward")


def global_numbers(cell, local_loss, gradients, model):
    """Returns the global loss and gradient norm. Computes both in one all-reduce of fp64, so that
    all ranks get the same bits.

    The sum includes a part of a gradient once for each rank that holds the part. Squares are
    therefore divided by the number of these ranks.
    """
    squares = torch.stack(torch._foreach_norm(gradients)).double().square()
    if groups.is_split(cell):
        squares = squares / sharding.holders(model, cell).to(squares.device)
    numbers = torch.stack([local_loss.double(), squares.sum()])
    dist.all_reduce(numbers)
    total_loss, total_squares = numbers.tolist()
    copies = sharding.copies_of_a_shard(cell)
    return total_loss / cell.world_size, (total_squares / copies) ** 0.5
