"""Starts ranks with the probe, for the probe's tests. PYTHONPATH must contain the module
gridlock_probe."""

import contextlib
import os
import signal
import tempfile
import traceback

import gridlock_probe as native
import gridlock_ring
import support
import torch.distributed as dist
from gridlock_testing.forked import LIMIT_SECONDS

from gridlock.probe import recording


mine = None  # the descriptor of the ring, in a rank


def join(folder, rank, size, backend="gloo"):
    """Joins the default group through a file store with the probe's decorator."""
    store = native.decorate_store(dist.FileStore(f"{folder}/store", size))
    dist.init_process_group(backend, store=store, rank=rank, world_size=size)


def on_ranks(size, function, backend="gloo"):
    """Runs function(rank) on ranks with probes. The ranks end together. Returns (results, contents
    of the ranks' rings)."""
    rings = [gridlock_ring.create_ring() for _ in range(size)]
    with tempfile.TemporaryDirectory() as folder:

        def be_rank(rank):
            _install(rings[rank])
            join(folder, rank, size, backend)
            result = function(rank)
            dist.barrier()
            return result

        results = support.on_ranks(size, be_rank)
    return results, [gridlock_ring.read_ring(ring) for ring in rings]


def _install(ring):
    global mine
    mine = ring
    recording.install(ring)


@contextlib.contextmanager
def hanging(size, function):
    """Runs function(rank, folder) on `size` ranks with probes, and yields the ranks' rings. The
    function may hang, because the ranks are killed when the context ends."""
    rings = [gridlock_ring.create_ring() for _ in range(size)]
    with tempfile.TemporaryDirectory() as folder:
        ranks = [_fork(function, rank, rings[rank], folder) for rank in range(size)]
        try:
            yield rings
        finally:
            for pid in ranks:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)


def _fork(function, rank, ring, folder):
    pid = os.fork()
    if pid == 0:
        signal.alarm(LIMIT_SECONDS)
        try:
            _install(ring)
            function(rank, folder)
        except BaseException:
            traceback.print_exc()
        os._exit(1)
    return pid


def once(ring, condition):
    """Waits until condition(contents of the ring) is true, and returns the contents."""
    while True:
        view = gridlock_ring.read_ring(ring)
        if condition(view):
            return view
        os.sched_yield()


def main_lane(view):
    return view["lanes"][0]


def blocked_in(what):
    """Returns a condition for once(): the main thread is blocked in `what`."""
    return lambda view: view["lanes"] and main_lane(view)["blocked"]["what"] == what


def calls(view, group=None):
    """Returns the calls of the main thread in order. If `group` is given, returns only the calls of
    the group with this index."""
    return [
        record
        for record in main_lane(view)["log"]
        if record["what"] == "call" and group in (None, record["group"])
    ]


def fields(records, *names):
    return [tuple(record[name] for name in names) for record in records]


