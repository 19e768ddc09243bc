"""Checks that all values are finite, and reads the result with .item(). The call breaks the graph,
because torch._dynamo.config.capture_scalar_outputs is off by default."""

import torch
import transformer


class Block(transformer.Block):
    def forward(self, x):
        if not torch.isfinite(x).all().item():
            x = torch.nan_to_num(x)
        return super().forward(x)
