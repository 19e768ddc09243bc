# /// gridlock
# ranks = 4
# verdict = "stall"
# class = "busy rank"
# at_fault = [1]
# ///
"""Rank 1 sends its data to a helper program and reads the helper's output to its end. But rank 1
never closes the helper's input, so the output never ends."""

import subprocess

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP


class Decoder:
    """Pipes long records through an external program. Short records do not need it."""

    def __init__(self):
        self.process = subprocess.Popen(
            ["sort", "-n"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def decode(self, values):
        self.process.stdin.write("\n".join(str(v) for v in values) + "\n")
        self.process.stdin.flush()
        return [float(line) for line in self.process.stdout.read().splitlines()]


def batch(rank, step, decoder):
    values = [float((rank * 7 + step * 3 + i) % 5) for i in range(8)]
    if rank == 1 and step == 3:
        values = decoder.decode(values)
    return torch.tensor(values)


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    decoder = Decoder()
    ddp = DDP(nn.Linear(8, 1))
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.01)
    for step in range(6):
        loss = ddp(batch(rank, step, decoder)).square().sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if rank == 0:
            print(f"step {step} loss {loss.item():.4f}")
    decoder.process.stdin.close()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
