"""Changes of who can set the awaited key. The helper sets it through a connection, or from a
process, that did not exist when the ranks began to wait."""

import threading
import time

import torch.distributed as dist

WRITE = "sys.stdout.buffer.write(bytes.fromhex(sys.argv[2]))\n"
# Ends the command lines of a tool and of Python's resource tracker, which set no keys.
MISLEADING = ("py-spy", "-c", "from multiprocessing.resource_tracker import main;main(3)")


def key_by_own_client():
    STATE["client"] = dist.TCPStore("127.0.0.1", STATE["port"], wait_for_workers=False)
    block(PAUSE)


def release_key_by_own_client():
    STATE["client"].set("go", "yes")


def key_by_child(*words):
    """Starts a process that has a connection to the store and sets the key after a pause. In the
    twin, it does not set the key. The helper waits for the process, which ends with the thread that
    started it."""
    message = set_message("go").hex() if ENDING == "releases" else ""
    with connection_to_store() as store:
        child = outside(SLEEP + WRITE, PAUSE, message, *words, stdout=store)
    child.wait()


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
