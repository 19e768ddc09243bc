"""The helper's action after its wait, and the call in which each rank's main thread waits for the
helper."""

import os
import signal
import threading

import torch
import torch.distributed as dist

RELEASED = threading.Event()


def set_key():
    BOARD["store"].set("go", "yes")


def set_key_from_outside():
    set_in_store_from_outside("go")


def main_set_key(rank):
    """Makes rank LATE wait for the key. All other ranks wait for rank LATE."""
    if rank == LATE:
        BOARD["store"].wait(["go"])
    meet(LATE)


def make_call():
    use_device()
    meet(HELPED)


def main_make_call(rank):
    """Makes the main thread of rank HELPED wait until the other ranks have met the helper."""
    if rank == HELPED:
        BOARD["store"].wait(["met"])
        return
    meet(HELPED)
    if rank == LATE:
        BOARD["store"].set("met", "yes")


def release_main():
    RELEASED.set()


def main_release_main(rank):
    if rank == HELPED:
        RELEASED.wait()
    meet(HELPED)


def release_main_from_outside():
    os.write(STATE["pipe"][1], b"!")


def main_release_main_from_outside(rank):
    if rank == HELPED:
        os.read(STATE["pipe"][0], 1)
    meet(HELPED)


def raise_in_main():
    """Signals the main thread: it would sleep on if another thread received the signal."""
    signal.pthread_kill(threading.main_thread().ident, signal.SIGUSR1)


def raise_in_main_from_outside():
    os.kill(STATE["rank_pid"], signal.SIGUSR1)


class Released(Exception):
    pass


def raise_released(number, frame):
    raise Released


def main_raise_in_main(rank):
    if rank == HELPED:
        signal.signal(signal.SIGUSR1, raise_released)
        try:
            RELEASED.wait()
        except Released:
            pass
    meet(HELPED)


def exit_rank():
    os._exit(7)


def exit_rank_from_outside():
    os.kill(STATE["rank_pid"], signal.SIGKILL)


def main_exit_rank(rank):
    """Makes rank LATE wait for a key that is never set."""
    if rank == LATE:
        BOARD["store"].wait(["never set"])
    meet(LATE)


def reinit():
    set_key()


def reinit_from_outside():
    set_key_from_outside()


def main_reinit(rank):
    """Destroys the default group and creates it again."""
    main_set_key(rank)
    store, size = dist.distributed_c10d._get_default_store(), dist.get_world_size()
    store.set(f"left/{rank}", "yes")
    store.wait([f"left/{other}" for other in range(size)])
    dist.destroy_process_group()
    again = dist.PrefixStore("again", store)
    dist.init_process_group(BACKEND, store=again, rank=rank, world_size=size)
    all_reduce(LATE)
