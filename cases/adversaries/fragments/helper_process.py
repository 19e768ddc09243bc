"""Helpers in processes that are not ranks. They reach the ranks through a store, a pipe or a
signal."""

import json
import os
import socket
import struct
import subprocess
import sys

import torch
import torch.distributed as dist


def child_process(wait, act):
    fork(lambda: (wait(), act()))


def sidecar(wait, act):
    """Starts this file again in a Python process without torch."""
    words = [sys.executable, "-S", "-E", os.path.abspath(__file__), "--sidecar", json.dumps(STATE)]
    STATE["process"] = subprocess.Popen(words, pass_fds=STATE["pipe"])


def main_or_sidecar():
    if "--sidecar" not in sys.argv:
        return main()
    die_with_parent()
    STATE.update(json.loads(sys.argv[-1]))
    wait()
    finish()


def second_job(wait, act):
    """Starts two children with a process group of their own. The second child calls act()."""
    server = socket.create_server(("127.0.0.1", 0))
    port = server.getsockname()[1]

    def member(rank):
        mine = {"is_master": True, "master_listen_fd": server.detach()} if rank == 0 else {}
        store = dist.TCPStore("127.0.0.1", port, 2, **mine)
        group = dist.ProcessGroupGloo(store, rank, 2, LONG)
        if rank == 0:
            wait()
        group.allreduce([torch.ones(4)]).wait()
        if rank == 1:
            act()

    for rank in range(2):
        fork(lambda: member(rank))


def default_board():
    BOARD["store"] = dist.distributed_c10d._get_default_store()


def own_board():
    """Creates a store on rank HELPED, which processes that are not ranks can reach."""
    default = dist.distributed_c10d._get_default_store()
    STATE["pipe"] = os.pipe()
    for descriptor in STATE["pipe"]:
        os.set_inheritable(descriptor, True)
    if dist.get_rank() == HELPED:
        BOARD["store"] = dist.TCPStore("127.0.0.1", 0, is_master=True, wait_for_workers=False)
        default.set("port", str(BOARD["store"].port))
    STATE["port"] = int(default.get("port"))
    if dist.get_rank() != HELPED:
        BOARD["store"] = dist.TCPStore("127.0.0.1", STATE["port"], wait_for_workers=False)


def set_message(key):
    """Returns the message of TCPStore's protocol that sets a key: an identification, then SET with
    key and value."""

    def text(value):
        return struct.pack("<Q", len(value)) + value

    identification = struct.pack("<BI", 0, 0x3C85F7CE)
    return identification + struct.pack("<B", 1) + text(b"/" + key.encode()) + text(b"yes")


def set_in_store_from_outside(key):
    with socket.create_connection(("127.0.0.1", STATE["port"])) as store:
        store.sendall(set_message(key))
        store.shutdown(socket.SHUT_WR)
        store.recv(1)  # waits until the server has read the message
