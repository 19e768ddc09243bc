# /// gridlock
# ranks = 2
# verdict = "crash"
# class = "raised"
# at_fault = [1]
# sentence = "Rank 1 raised KeyError at data_loader_worker.py:24 \\((Rows.)?__getitem__\\): 'row 5' \\(in DataLoader worker process 0\\)"
# ///
"""A row is missing from the data of rank 1. The worker of its DataLoader raises. Torch raises the
same exception in the rank, with the traceback of the worker as its text."""

import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, Dataset


class Rows(Dataset):
    def __init__(self, rank):
        self.rows = {f"row {i}": float(i) for i in range(8) if rank == 0 or i != 5}

    def __len__(self):
        return 8

    def __getitem__(self, index):
        return self.rows[f"row {index}"]


def main():
    dist.init_process_group("gloo")
    for batch in DataLoader(Rows(dist.get_rank()), batch_size=2, num_workers=1):
        dist.all_reduce(torch.as_tensor(batch, dtype=torch.float32))
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
