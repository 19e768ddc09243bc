"""Computes a scale for each token with NumPy, from the token's activations. Dynamo traces NumPy's
functions as torch operations, so the graph does not break."""

import numpy
import torch
import transformer


class Block(transformer.Block):
    def forward(self, x):
        activations = x.detach().float().cpu().numpy()
        loudness = numpy.sqrt(numpy.mean(activations**2, axis=-1, keepdims=True))
        scale = torch.from_numpy(1.0 / (0.5 + loudness))
        return super().forward(x * scale.to(x))
