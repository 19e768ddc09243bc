"""Changes of who can set the awaited key. The helper sets it through a connection, or from a
process, that did not exist when the ranks began to wait."""

import threading
import time

import torch.distributed as dist

CONNECT = "import socket\nstore = socket.create_connection(('127.0.0.1', int(sys.argv[2])))\n"
SEND = "store.sendall(bytes.fromhex(sys.argv[3]))\n"
# Ends the command lines of a tool and of Python's resource tracker, which set no keys.
MISLEADING = ("py-spy", "-c", "from multiprocessing.resource_tracker import main;main(3)")


def key_by_own_client():
    STATE["client"] = dist.TCPStore("127.0.0.1", STATE["port"], wait_for_workers=False)
    block(PAUSE)


def release_key_by_own_client():
    STATE["client"].set("go", "yes")


def key_by_child(*words):
    """Starts a process that connects to the store after a pause and sets the key. In the twin, it
    only connects. The thread that starts the process sleeps on, because the process ends with
    it."""
    message = set_message("go").hex() if ENDING == "releases" else ""

    def start():
        child = outside(SLEEP + CONNECT + SEND, PAUSE, STATE["port"], message, *words)
        threading.Event().wait()
        child.wait()

    threading.Thread(target=start, daemon=True).start()


def release_key_by_child():
    pass


def key_by_misleading():
    key_by_child(*MISLEADING)


def release_key_by_misleading():
    pass


def store_occupied():
    """Sets the key. Rank LATE cannot see that, because its client of the store is in use."""
    set_key()
    block(PAUSE)


def release_store_occupied():
    BOARD["store"].set("first", "yes")


def main_store_occupied(rank):
    """Makes two threads of rank LATE wait for keys with one client. The client serves one thread at
    a time, and the main thread is the second."""
    if rank == LATE:
        begun = threading.Event()
        first = threading.Thread(
            target=lambda: (begun.set(), BOARD["store"].wait(["first"])), daemon=True
        )
        first.start()
        begun.wait()
        time.sleep(0.2)
        BOARD["store"].wait(["go"])
    meet(LATE)
