"""pytorch#167009: Dynamo captures none of a compiled model's linear layers if each is sharded
separately."""

from torch import nn


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.up, self.down = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)

    def compiled_parts(self):
        return [self.up, self.down]

    def forward(self, x):
        return self.down(self.up(x))
