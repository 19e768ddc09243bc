"""Ranks with the probe installed, for its tests. PYTHONPATH must have the module gridlock_probe."""

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


mine = None  # in a rank: the descriptor of its ring


def join(folder, rank, size, backend="gloo"):
    """The default group, over a file store that the probe watches."""
    store = native.decorate_store(dist.FileStore(f"{folder}/store", size))
    dist.init_process_group(backend, store=store, rank=rank, world_size=size)


def on_ranks(size, function, backend="gloo"):
    """function(rank) on probed ranks that end together; (results, what is in their rings)."""
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
    """Rings of `size` probed ranks in function(rank, folder), which may hang: killed on exit."""
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
    """What the ring holds as soon as condition(it) is true."""
    while True:
        view = gridlock_ring.read_ring(ring)
        if condition(view):
            return view
        os.sched_yield()


def main_lane(view):
    return view["lanes"][0]


def blocked_in(what):
    """For once(): the main thread is blocked in that."""
    return lambda view: view["lanes"] and main_lane(view)["blocked"]["what"] == what


def calls(view, group=None):
    """Calls of the main thread, in order; those of one group, by index, where it is given."""
    return [
        record
        for record in main_lane(view)["log"]
        if record["what"] == "call" and group in (None, record["group"])
    ]


def fields(records, *names):
    return [tuple(record[name] for name in names) for record in records]


