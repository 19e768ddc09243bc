# /// gridlock
# ranks = 4
# verdict = "deadlock"
# class = "mismatched operation"
# at_fault = [1]
# ///
"""Reports are gathered as objects, and errors of logging are ignored. Rank 1's report cannot be
pickled, so rank 1 never joins the gather."""

import logging
import threading

import torch
import torch.distributed as dist
import torch.nn as nn


def report(rank, step, loss):
    entry = {"rank": rank, "step": step, "loss": loss}
    if rank == 1 and step == 4:
        entry["source"] = threading.Lock()  # part of the batch's handle
    return entry


def log_everywhere(entry):
    entries = [None] * dist.get_world_size()
    try:
        dist.all_gather_object(entries, entry)
    except Exception:  # logging must never stop the training
        logging.warning("rank %d could not log", dist.get_rank())
        return
    if dist.get_rank() == 0:
        print(f"step {entry['step']}", [round(e["loss"], 4) for e in entries])


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(rank)
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(8):
        x = torch.randn(4, 8)
        loss = nn.functional.mse_loss(model(x), x)
        optimizer.zero_grad()
        loss.backward()
        dist.all_reduce(model.weight.grad)
        optimizer.step()
        if step % 2 == 0:
            log_everywhere(report(rank, step, loss.item()))
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
