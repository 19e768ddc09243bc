# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "mismatched operation"
# at_fault = [1]
# ///
"""`except: continue` skips a batch that cannot be decoded. Only rank 1 has such a batch, so it runs
one backward pass less than the other ranks."""

import json

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP


def records(rank):
    for i in range(8):
        record = json.dumps({"x": [float(i + rank)] * 4, "y": float(i)})
        yield record[:-3] if (rank, i) == (1, 3) else record  # a truncated download


def decode(record):
    fields = json.loads(record)
    return torch.tensor(fields["x"]), torch.tensor([fields["y"]])


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    ddp = DDP(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1)))
    optimizer = torch.optim.SGD(ddp.parameters(), lr=1e-3)
    for epoch in range(2):
        skipped = 0
        for record in records(rank):
            try:
                x, y = decode(record)
                loss = (ddp(x) - y).square().mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            except ValueError:
                skipped += 1
                continue
        dist.barrier()
        print(f"rank {rank} epoch {epoch}: skipped {skipped}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
