# /// gridlock
# ranks = 3
# verdict = "deadlock"
# class = "thread deadlock"
# at_fault = [0]
# ///
"""A thread of rank 0 sets the key that all ranks wait for, once its upload has ended. It uses the
store object in which the main thread waits, and torch's client lets no other thread in until that
wait ends."""

import subprocess
import threading

import torch
import torch.distributed as dist


def main():
    dist.init_process_group("gloo")
    store = dist.distributed_c10d._get_default_store()
    dist.all_reduce(torch.ones(4))

    def upload():
        subprocess.run(["sleep", "3"], check=True)
        store.set("uploaded", "1")

    if dist.get_rank() == 0:
        threading.Thread(target=upload).start()
    store.wait(["uploaded"])


main()
