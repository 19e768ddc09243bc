"""Changes that the helper makes while the ranks wait. Another fact than before is then true of the
program: a timeout, an exception, the name of a thread, a pending signal, a captured call."""

import datetime
import signal
import sys
import threading

import torch
import torch.distributed as dist

SHORT = datetime.timedelta(seconds=1)


def before_timeout_shortened():
    MADE["optional"] = dist.new_group(timeout=LONG)


def timeout_shortened():
    """Gives up a call that no other rank makes. The twin makes the call before the timeout is
    shortened, and the call keeps its long timeout."""
    early = None if ENDING == "releases" else call_alone()
    dist.distributed_c10d._set_pg_timeout(SHORT, MADE["optional"])
    give_up(early or call_alone())


def before_timeout_lengthened():
    MADE["optional"] = dist.new_group(timeout=LONG)
    dist.distributed_c10d._set_pg_timeout(SHORT, MADE["optional"])


def timeout_lengthened():
    """Gives up a call that no other rank makes, and that keeps its short timeout. The twin makes
    the call after the timeout is lengthened."""
    early = call_alone() if ENDING == "releases" else None
    dist.distributed_c10d._set_pg_timeout(LONG, MADE["optional"])
    give_up(early or call_alone())


def call_alone():
    return dist.all_reduce(torch.ones(4), group=MADE["optional"], async_op=True)


def give_up(work):
    try:
        work.wait()
    except RuntimeError:
        pass


def exception_handled():
    """Logs an exception through sys.excepthook, as loggers do, and goes on."""
    try:
        raise ValueError("bad sample")
    except ValueError:
        sys.excepthook(*sys.exc_info())
    block(PAUSE)


def thread_renamed():
    """Takes names of threads that no rank waits for. 15 is PR_SET_NAME."""
    LIBC.prctl(15, b"pt_gloo_runloop")
    threading.current_thread().name = "tqdm_monitor"
    block(PAUSE)


def before_signal_arrives():
    signal.signal(signal.SIGALRM, lambda number, frame: RELEASED.set())


def signal_arrives():
    """Sets an alarm, whose handler releases the main thread when the helper has ended."""
    if ENDING == "releases":
        signal.setitimer(signal.ITIMER_REAL, PAUSE)


def release_signal_arrives():
    pass


def capture_ended_early():
    """Captures a call for a graph, and gives up the capture. The captured call never runs."""
    use_device()
    graph, y = torch.cuda.CUDAGraph(), torch.zeros(4, device=DEVICE)
    try:
        with torch.cuda.graph(graph, capture_error_mode="thread_local"):
            dist.all_reduce(y)
            raise RuntimeError("not captured")
    except RuntimeError:
        pass
    block(PAUSE)


MADE = {}
