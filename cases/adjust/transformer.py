"""The block that all adjustments share."""

from torch import nn

import gridlock

HEADS = 2


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.attention_norm = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width, bias=False)
        self.mix = nn.Linear(width, width, bias=False)
        self.feed_forward = nn.Sequential(
            nn.LayerNorm(width),
            nn.Linear(width, 2 * width),
            nn.GELU(),
            nn.Linear(2 * width, width),
        )

    def forward(self, x):
        qkv = self.qkv(self.attention_norm(x)).unflatten(-1, (3, HEADS, -1))
        mixed = gridlock.attention(*qkv.permute(2, 0, 3, 1, 4), causal=True)
        x = x + self.mix(mixed.transpose(1, 2).flatten(2))
        return x + self.feed_forward(x)
