# /// gridlock
# ranks = 2
# verdict = "timeout"
# ///
"""With the Python dispatcher, as during a compilation, torch 2.11 makes a call of gloo without
releasing Python's global lock. The call waits for a mutex of the backend. A worker of the backend
holds it, and waits for the global lock to destroy the tensors of the previous call."""

import torch
import torch.distributed as dist
from torch._dispatch.python import enable_python_dispatcher


def main():
    dist.init_process_group("gloo")
    x = torch.ones(4)
    gathered = [torch.empty(4) for _ in range(dist.get_world_size())]
    with enable_python_dispatcher():
        for _ in range(100_000):
            dist.all_gather(gathered, x)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
