"""The part that all programs share: the sequence of actions on each rank, and the end of all
children."""

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
    """Runs on every rank, once the default group exists."""
    do_before()
    prepare()
    prepare_change()
    open_board()
    dist.barrier()
    if dist.get_rank() == HELPED:
        start_helper(wait, finish)
    else:
        join_helper()
    main_thread(dist.get_rank())


def main():
    """Binds the default group to the GPU, as cells do. Otherwise NCCL would connect ranks only at
    their first call, and new_group would wait for no rank."""
    on_gpu = DEVICE == "cuda"
    device = torch.device(DEVICE, int(os.environ["LOCAL_RANK"])) if on_gpu else None
    dist.init_process_group(BACKEND, device_id=device)
    use_device()
    run()
    dist.barrier()
    dist.destroy_process_group()


def use_device():
    """Selects the GPU for this thread. Each thread that uses the GPU must do so."""
    if DEVICE == "cuda":
        torch.cuda.set_device(dist.get_rank())


def wait():
    """Enters the state that looks like a deadlock."""
    block(HOLD)


def finish():
    change()
    act()


def act():
    if ENDING == "releases":
        release()
    elif ENDING == "dies":
        raise RuntimeError("the helper dies before it releases any rank")


def nothing():
    pass


def die_with_parent():
    """Makes a child end with its rank, even if the rank is killed. 1 is PR_SET_PDEATHSIG, 9 is
    SIGKILL."""
    LIBC.prctl(1, 9)


def outside(code, *arguments, **options):
    """Starts a Python process that is not a rank."""
    text = "import ctypes; ctypes.CDLL(None).prctl(1, 9)\n" + code
    words = [sys.executable, "-S", "-E", "-c", text, *map(str, arguments)]
    return subprocess.Popen(words, **options)


def file_in_memory():
    """Returns the name of a file that disappears with this process, even if the process is
    killed."""
    return f"/proc/{os.getpid()}/fd/{os.memfd_create('adversary')}"


def fork(work):
    """Forks a child that calls work() and ends. Returns its pid."""
    pid = os.fork()
    if pid == 0:
        try:
            die_with_parent()
            work()
        finally:
            os._exit(0)
    return pid


def later(seconds, work):
    """Calls work() in a thread after the delay. Starts no thread if the delay is infinite."""
    if seconds < FOREVER:
        timer = threading.Timer(seconds, work)
        timer.daemon = True
        timer.start()
