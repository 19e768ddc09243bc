# /// gridlock
# ranks = 3
# verdict = "ended"
# ///
"""A thread of rank 0 checks twenty times a second for a data file from another program. Then the
thread sets the key for which rank 1 waits. The other ranks are already in an all-reduce."""

import pathlib
import subprocess
import sys
import tempfile
import threading
import time

import torch
import torch.distributed as dist
from torch.distributed.distributed_c10d import _get_default_store

PREPARE = "import pathlib, sys, time; time.sleep(5); pathlib.Path(sys.argv[1]).write_text('1 2 3')"


def poll(path, store):
    while not path.exists():
        time.sleep(0.05)
    store.set("data", path.read_text())


def main():
    dist.init_process_group("gloo")
    rank, store = dist.get_rank(), _get_default_store()
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "data"
        if rank == 0:
            program = subprocess.Popen([sys.executable, "-c", PREPARE, str(path)])
            threading.Thread(target=poll, args=(path, store), daemon=True).start()
        if rank == 1:
            store.wait(["data"])
        total = torch.ones(4)
        dist.all_reduce(total)
        if rank == 0:
            program.wait()
    print(f"rank {rank}: {total.tolist()}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
