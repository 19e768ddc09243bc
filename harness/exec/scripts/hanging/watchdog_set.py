# /// gridlock
# ranks = 2
# verdict = "deadlock"
# class = "missing rank"
# at_fault = [1]
# ///
"""Ranks set faulthandler's watchdog to report hangs. Rank 1 has one batch less and goes to the
barrier, while rank 0 waits in the all-reduce of its last batch."""

import faulthandler

import torch
import torch.distributed as dist
import torch.nn as nn

BATCHES = [6, 5]  # on ranks 0 and 1


def train_epoch(model, optimizer, batches, metrics):
    for _ in range(batches):
        faulthandler.dump_traceback_later(1800, exit=True)  # restarted at each batch
        x = torch.randn(16, 8)
        loss = nn.functional.mse_loss(model(x), x)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        total = loss.detach()
        dist.all_reduce(total, group=metrics)


def main():
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    metrics = dist.new_group(backend="gloo")
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    train_epoch(model, optimizer, BATCHES[dist.get_rank()], metrics)
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
