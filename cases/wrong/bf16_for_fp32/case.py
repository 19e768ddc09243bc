"""Parameters are cast to bf16 although the cell asks for fp32."""

import torch

from gridlock import corrupting
from gridlock.train import sharding


def plant():
    sharding._DTYPES["fp32"] = torch.bfloat16


model, layers, batch, loss = corrupting.dense(plant)
