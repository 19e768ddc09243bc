"""Prints running buffers before the forward changes them. The print breaks the graph unless prints
are reordered.

With torch._dynamo.config.reorderable_logging_functions, the graph does not break, the prints run
after the graph, and they show the changed buffers. Dynamo reorders prints in the function that it
compiles, but drops prints in functions that it inlines. Therefore the print is in forward itself.

The scale is 0, 1/2, 3/4, …, exact and equal on all ranks. It is used only after it is changed.
"""

import torch
import transformer


class Block(transformer.Block):
    def __init__(self, width):
        super().__init__(width)
        self.register_buffer("steps", torch.zeros((), dtype=torch.int64))
        self.register_buffer("scale", torch.zeros(()))

    def forward(self, x):
        print("adjust:", self.steps, self.scale)
        return self.scaled(x)

    def scaled(self, x):
        self.steps.add_(1)
        self.scale.mul_(0.5).add_(0.5)
        return super().forward(x * self.scale.to(x.dtype))
