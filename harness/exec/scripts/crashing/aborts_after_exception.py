# /// gridlock
# ranks = 2
# verdict = "crash"
# class = "raised"
# at_fault = [1]
# sentence = "Rank 1 raised AcceleratorError at aborts_after_exception.py:34 \\(train\\): CUDA error: device-side assert triggered, in a kernel that was launched before; it was killed by SIGABRT as it exited"
# ///
"""Rank 1 raises what torch raises after an assertion in a kernel. A thread aborts the process while
Python ends, as the watchdog of NCCL does."""

import os
import threading
import time

import torch
import torch.distributed as dist


def abort_soon():
    threading.main_thread().join()
    time.sleep(0.02)
    os.abort()


class AcceleratorError(RuntimeError):
    pass


def train():
    x = torch.ones(8)
    for step in range(5):
        dist.all_reduce(x)
        if step == 3 and dist.get_rank() == 1:
            raise AcceleratorError(
                "CUDA error: device-side assert triggered\n"
                "CUDA kernel errors might be asynchronously reported at some other API call"
            )


def main():
    dist.init_process_group("gloo")
    if dist.get_rank() == 1:
        threading.Thread(target=abort_soon).start()
    train()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
