# /// gridlock
# ranks = 2
# verdict = "ended"
# ///
"""A thread of rank 0 prepares data for some seconds and only then signals rank 1. Rank 0 waits for
rank 1. Until then, both main threads are in waits that only the sleeping thread can end."""

import threading
import time

import torch
import torch.distributed as dist


def prepare(store):
    time.sleep(4)
    store.set("data", "ready")


def main():
    dist.init_process_group("gloo")
    store = dist.distributed_c10d._get_default_store()
    x = torch.zeros(4)
    if dist.get_rank() == 0:
        threading.Thread(target=prepare, args=(store,), daemon=True).start()
        dist.recv(x, src=1)
    else:
        store.wait(["data"])
        dist.send(torch.ones(4), dst=0)
    dist.barrier()
    print("sum", x.sum().item())
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
