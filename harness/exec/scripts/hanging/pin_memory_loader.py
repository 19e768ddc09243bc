# /// gridlock
# ranks = 2
# verdict = "deadlock"
# class = "missing rank"
# at_fault = [1]
# ///
"""Rank 1 has one batch less. Its data loader keeps its workers for the next epoch and, on GPUs, the
thread that pins batches. Workers and thread wait for work while no rank makes progress."""

import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, TensorDataset


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    steps = dist.new_group()
    rows = TensorDataset(torch.ones(16 if rank == 0 else 14, 4))
    loader = DataLoader(
        rows,
        batch_size=2,
        num_workers=2,
        pin_memory=True,
        persistent_workers=True,
        multiprocessing_context="fork",
    )
    for (x,) in loader:
        gradient = x.sum(dim=0)
        dist.all_reduce(gradient, group=steps)
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
