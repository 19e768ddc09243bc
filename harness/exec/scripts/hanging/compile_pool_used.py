# /// gridlock
# ranks = 2
# verdict = "deadlock"
# class = "mismatched operation"
# at_fault = [1]
# ///
"""Inductor compiles kernels in a pool of processes. A minute after the last kernel, a timer quiets
the pool. Before that, rank 1 ends its epoch one batch early and gathers its metrics."""

import torch
import torch._inductor.config
import torch.distributed as dist
from torch._inductor.async_compile import AsyncCompile

torch._inductor.config.compile_threads = 2


def compile_kernels():
    """Uses the pool as a model with Triton kernels does."""
    AsyncCompile.process_pool().submit(abs, -1).result()


def main():
    dist.init_process_group("gloo")
    compile_kernels()
    for batch in range(4):
        if batch == 3 and dist.get_rank() == 1:
            break
        dist.all_reduce(torch.ones(1))
    dist.all_gather_object([None, None], batch)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
