# /// gridlock
# ranks = 3
# verdict = "ended"
# ///
"""A thread of rank 0 uploads the checkpoint with another program. Then the thread sets the key for
which rank 1 waits. Ranks 0 and 2 wait for rank 1 in an all-reduce. For some seconds, all main
threads are in calls and depend on a program that is not a rank."""

import subprocess
import sys
import threading

import torch
import torch.distributed as dist
from torch.distributed.distributed_c10d import _get_default_store

COPY = "import time; time.sleep(5)"


def upload(store):
    subprocess.run([sys.executable, "-c", COPY], check=True)
    store.set("uploaded", "yes")


def main():
    dist.init_process_group("gloo")
    rank, store = dist.get_rank(), _get_default_store()
    if rank == 0:
        threading.Thread(target=upload, args=(store,), name="uploader", daemon=True).start()
    if rank == 1:
        store.wait(["uploaded"])
    total = torch.ones(4)
    dist.all_reduce(total)
    print(f"rank {rank}: {total.tolist()}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
