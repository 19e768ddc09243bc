"""Creates the optimizer and the function that runs its step. The axes optimizer, learning_rate,
capturable, scheduler and compiled_optimizer determine both."""

import torch

LEARNING_RATE = 1e-3
# The number of steps in which the scheduler raises the learning rate to the cell's value.
WARM_UP_STEPS = 8


def optimizer_of(case, model, cell, device):
    """Returns the optimizer: the case's own if the case has optimizer(), otherwise AdamW."""
    if hasattr(case, "optimizer"):
        return case.optimizer(model.parameters())
    # By default, one kernel updates all parameters. torch's own default is a loop that takes more
    # time than the toy model.
    kernel = cell.optimizer
    return torch.optim.AdamW(
        model.parameters(),
        lr=learning_rate(cell, device),
        fused=kernel == "fused",
        foreach=kernel == "foreach",
        capturable=cell.capturable,
    )


def learning_rate(cell, device):
    """Returns the learning rate as a tensor or a number. Compiled code has a guard on a number; a
    tensor may change without a recompilation."""
    if cell.learning_rate == "tensor":
        return torch.tensor(LEARNING_RATE, device=device)
    return LEARNING_RATE


def step_of(optimizer, cell):
    """Returns the function that ends a training step."""
    step = optimizer.step
    if cell.compiled_optimizer:
        step = torch.compile(step, backend=cell.backend, dynamic=bool(cell.dynamic))
    if not cell.scheduler:
        return step
    scheduler = torch.optim.lr_scheduler.LinearLR(optimizer, 0.5, total_iters=WARM_UP_STEPS)

    def scheduled():
        step()
        scheduler.step()

    return scheduled
