# /// gridlock
# ranks = 3
# verdict = "ended"
# ///
"""The ranks count unreadable batches with an all-reduce inside an `except` block. One rank sleeps
there for seconds. All ranks take the same path and continue."""

import time

import torch
import torch.distributed as dist


def read(step):
    if step % 2 == 1:
        raise OSError(f"batch {step} is gone")
    return torch.ones(4)


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    skipped = torch.zeros(1)
    for step in range(6):
        try:
            batch = read(step)
        except OSError:
            skipped += 1
            if (rank, step) == (1, 3):
                time.sleep(4)
            dist.all_reduce(skipped, op=dist.ReduceOp.MAX)
            continue
        dist.all_reduce(batch)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
