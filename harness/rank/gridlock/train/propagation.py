"""From a batch to gradients."""

from gridlock.train import compiling, pipeline


def of(case, model, cell, device, scale):
    """A function of this rank's inputs and targets that leaves gradients, times `scale`, in the
    parameters. It gives the rank's mean loss, without the scale."""
    if cell.get("pp", 1) > 1:
        return pipeline.schedule(case, model, cell, device, scale)

    def propagate(inputs, targets):
        loss = case.loss(model, inputs, targets)
        scaled_loss = loss if scale == 1.0 else loss * scale
        if cell.get("compiled_autograd"):
            compiling.compiled_backward(scaled_loss, cell)
        else:
            scaled_loss.backward()
        return loss.detach()

    return propagate
