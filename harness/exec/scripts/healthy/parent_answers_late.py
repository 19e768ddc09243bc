# /// gridlock
# ranks = 2
# parent = true
# verdict = "ended"
# ///
"""The parent, which is not a rank, starts ranks like torchrun and hands out work over a socket. A
thread of rank 0 requests work and forwards the late answer through the store."""

import os
import socket
import subprocess
import sys
import threading
import time

import torch
import torch.distributed as dist
from torch.distributed.distributed_c10d import _get_default_store

RANKS = 2


def ask(port, store):
    with socket.create_connection(("127.0.0.1", port)) as parent:
        store.set("work", parent.recv(16))


def train(port):
    dist.init_process_group("gloo")
    rank, store = dist.get_rank(), _get_default_store()
    if rank == 0:
        threading.Thread(target=ask, args=(port, store), daemon=True).start()
    if rank == 1:
        store.wait(["work"])
    total = torch.ones(4)
    dist.all_reduce(total)
    print(f"rank {rank}: {store.get('work')} {total.tolist()}", flush=True)
    dist.barrier()
    dist.destroy_process_group()


def main():
    store = dist.TCPStore("127.0.0.1", 0, is_master=True, wait_for_workers=False)
    place = {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(store.port)}
    place |= {"WORLD_SIZE": str(RANKS), "TORCHELASTIC_USE_AGENT_STORE": "True"}
    with socket.create_server(("127.0.0.1", 0)) as server:
        words = [sys.executable, __file__, str(server.getsockname()[1])]
        ranks = [
            subprocess.Popen(words, env=os.environ | place | {"RANK": str(rank)})
            for rank in range(RANKS)
        ]
        connection, _ = server.accept()
        time.sleep(5)
        connection.sendall(b"shard 7")
    sys.exit(max(rank.wait() for rank in ranks))


if __name__ == "__main__":
    train(int(sys.argv[1])) if len(sys.argv) > 1 else main()
