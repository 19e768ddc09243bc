"""A print of running buffers that change afterwards. The graph breaks unless prints are reordered.

With torch._dynamo.config.reorderable_logging_functions the graph stays whole. The prints run after
the graph and show the changed buffers. Dynamo moves the prints of the function that it compiles and
drops the prints of functions that it inlines. Therefore the print is in forward itself.

The scale is 0, 1/2, 3/4, …, exact and equal on all ranks. It is used only after the change.
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
