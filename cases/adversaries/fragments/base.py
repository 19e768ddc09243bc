"""What every program has: the order of things on each rank, and what ends with it."""

import ctypes
import datetime
import os
import subprocess
import sys
import threading

import torch
import torch.distributed as dist

LIBC = ctypes.CDLL(None, use_errno=True)
LONG = datetime.timedelta(hours=20)
SLEEP = "import sys, time; time.sleep(float(sys.argv[1]))\n"
STATE = {"rank_pid": os.getpid()}
BOARD = {}


def run():
    """On every rank, once the default group exists."""
    do_before()
    prepare()
    open_board()
    dist.barrier()
    if dist.get_rank() == HELPED:
        start_helper(wait, act)
    else:
        join_helper()
    main_thread(dist.get_rank())


def main():
    dist.init_process_group(BACKEND)
    use_device()
    run()
    dist.barrier()
    dist.destroy_process_group()


def use_device():
    """In each thread that computes on a GPU."""
    if DEVICE == "cuda":
        torch.cuda.set_device(dist.get_rank())


def wait():
    """The state that looks like a deadlock."""
    block(HOLD)


def act():
    if ENDING == "releases":
        release()
    elif ENDING == "dies":
        raise RuntimeError("the helper dies before it releases anybody")


def nothing():
    pass


def die_with_parent():
    """A child must not outlive its rank, however that ends: PR_SET_PDEATHSIG, SIGKILL."""
    LIBC.prctl(1, 9)


def outside(code, *arguments, **options):
    """A Python that is no rank."""
    text = "import ctypes; ctypes.CDLL(None).prctl(1, 9)\n" + code
    words = [sys.executable, "-S", "-E", "-c", text, *map(str, arguments)]
    return subprocess.Popen(words, **options)


def file_in_memory():
    """The name of a file that is gone with this process, whoever ends it."""
    return f"/proc/{os.getpid()}/fd/{os.memfd_create('adversary')}"


def fork(work):
    """A child of this process that does some work and ends. Gives its number."""
    pid = os.fork()
    if pid == 0:
        try:
            die_with_parent()
            work()
        finally:
            os._exit(0)
    return pid


def later(seconds, work):
    """In a thread; where it would never happen, there is no thread either."""
    if seconds < FOREVER:
        timer = threading.Timer(seconds, work)
        timer.daemon = True
        timer.start()
