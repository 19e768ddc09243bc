# /// gridlock
# ranks = 3
# verdict = "ended"
# ///
"""Rank 1 starts a scheduler process. A thread of rank 1 waits for the scheduler's message on a
socket, without a timeout, and forwards the message through the store. Until then, all main threads
are in calls: rank 0 waits for the key, and the other ranks wait for rank 0."""

import socket
import subprocess
import sys
import threading

import torch
import torch.distributed as dist
from torch.distributed.distributed_c10d import _get_default_store

SCHEDULER = """
import socket, sys, time
with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as job:
    time.sleep(5)
    job.sendall(b"go")
"""


def listen(server, store):
    connection, _ = server.accept()
    store.set("scheduler", connection.recv(16))


def main():
    dist.init_process_group("gloo")
    rank, store = dist.get_rank(), _get_default_store()
    if rank == 1:
        server = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=listen, args=(server, store), daemon=True).start()
        port = str(server.getsockname()[1])
        scheduler = subprocess.Popen([sys.executable, "-c", SCHEDULER, port])
    if rank == 0:
        store.wait(["scheduler"])
    value = torch.full((4,), 1.0 + rank)
    dist.broadcast(value, src=0)
    print(f"rank {rank}: {store.get('scheduler')} {value.tolist()}")
    if rank == 1:
        scheduler.wait()
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
