# ranks: 1

import torch

class Gate(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.up = torch.nn.Linear(width, 2 * width)
        self.down = torch.nn.Linear(2 * width, width)
        self.scale = torch.nn.Parameter(torch.ones(width))
    def forward(self, x):
        mean = x.mean(-1, keepdim=True)
        centered = (x - mean) * torch.rsqrt(x.var(-1, keepdim=True) + 1e-6)
        hidden = self.up(centered * self.scale)
        gate = torch.sigmoid(hidden)
        hidden = torch.relu(hidden) * gate
        return x + self.down(hidden).tanh()

model = torch.nn.Sequential(*[Gate(8) for _ in range(3)])

model = torch.compile(model, backend="relu_compile_error_TESTING_ONLY")

print(model(torch.ones(2, 8)).sum().item())

# the smallest script
import torch
torch.compile(torch.relu, backend="relu_compile_error_TESTING_ONLY")(torch.ones(1))
