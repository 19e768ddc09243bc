# /// gridlock
# ranks = 2
# verdict = "compile_skew"
# class = "compile skew"
# at_fault = [1]
# ///
"""A recurrent loop over time is compiled, so each length has its own graph. Rank 1 gets a very long
sequence and compiles for many minutes, while the other rank waits for its gradients."""

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP


class Recurrent(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.cell = nn.Linear(2 * width, width)
        self.width = width

    def forward(self, x):
        state = x.new_zeros(x.shape[1], self.width)
        for step in x.unbind(0):
            state = torch.tanh(self.cell(torch.cat([step, state], dim=1)))
        return state


def batch(rank, step):
    length = 30_000 if (rank, step) == (1, 2) else 4
    return torch.randn(length, 2, 8)


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(0)
    ddp = DDP(Recurrent(8))
    model = torch.compile(ddp, backend="aot_eager", dynamic=False)
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.01)
    for step in range(4):
        loss = model(batch(rank, step)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if rank == 0:
            print(f"step {step} loss {loss.item():.4f}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
