# /// gridlock
# ranks = 2
# verdict = "ended"
# ///
"""Each rank handles an exception: it destroys its group, writes a summary for some seconds, and
exits normally."""

import time

import torch
import torch.distributed as dist


def main():
    dist.init_process_group("gloo")
    try:
        dist.all_reduce(torch.ones(2))
        raise ValueError("the data are exhausted")
    except ValueError:
        dist.destroy_process_group()
        time.sleep(7)  # stands in for writing the summary


if __name__ == "__main__":
    main()
