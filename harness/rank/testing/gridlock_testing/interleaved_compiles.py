"""Compiles a cell repeatedly in the same ranks, alternately with a costly component and without it.

Each training run begins as in a fresh process: the memory of Dynamo and of the backend is cleared,
and the caches on disk are empty. Work that a process does only once is done before the first
training run that counts. Both sides therefore run in equal processes with equal memory, a few
seconds apart. In each second pair, the order of the two sides is reversed. The unit is CPU seconds,
which do not depend on how busy the machine is.
"""

import contextlib
import json
import os
import pathlib
import resource
import tempfile
import time

import gridlock_ring

from gridlock.train import channel, runner
from gridlock_testing import interleaved

_SIDES = ("with", "without")
_CACHES = ("TORCHINDUCTOR_CACHE_DIR", "TRITON_CACHE_DIR")
_STEPS = 3


def train(spec, pairs, costing, leave_out):
    """Trains the cell of `spec` (see ../../README.md) 2 x `pairs` times on ranks that this process
    forks as a zygote. Half of the training runs are within the context costing(), which yields a
    list of the seconds that the costly component takes. The other half are within the context
    leave_out().

    Returns {"with": [CPU seconds of compiling in each training run, over all ranks], "without":
    [...], "itself": [the part of "with" that costing() recorded]}. Returns None if a rank did not
    finish.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        spec = {**spec, "tier": "warm", "steps": _STEPS, "digests": "off", "store": f"{name}/store"}
        within = {"with": costing, "without": leave_out}
        ranks = [_fork(spec, rank, pairs, within, folder) for rank in range(spec["world_size"])]
        if not interleaved.all_end(ranks):
            return None
        results = [json.loads(path.read_text()) for path in folder.glob("result.*")]
    return {name: [sum(ranks) for ranks in zip(*(one[name] for one in results))] for name in results[0]}


def compiling(seconds):
    """Returns the part of `seconds` that is compile time. `seconds` has the time of each step.
    Assumes that the last step compiles nothing, and that without compiling all steps take equally
    long."""
    return sum(seconds) - len(seconds) * seconds[-1]


def sides(pair):
    """Returns the two sides of this pair in the order in which they are trained."""
    return _SIDES if pair % 2 else _SIDES[::-1]


def _cpu_seconds():
    """Returns the CPU seconds of this process and of the compilers that it started."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _fork(spec, rank, pairs, within, folder):
    placed = {**spec, "rank": rank, "local_rank": rank, "device_index": rank}

    def be_rank():
        taken = _train_pairs(placed, pairs, within, folder / f"caches.{rank}")
        if taken is None:
            return 1
        (folder / f"result.{rank}").write_text(json.dumps(taken))
        return 0

    return interleaved.fork(be_rank)


def _train_pairs(spec, pairs, within, caches):
    """Trains all pairs. Returns the seconds of each side, without the first pair, which warms up
    the process. Returns None if a training run fails."""
    taken = {"with": [], "without": [], "itself": []}
    with open(os.devnull, "w") as nowhere:
        steps = _Steps(nowhere)
        for pair in range(pairs + 1):
            for side in sides(pair):
                with _empty_caches(caches), within[side]() as itself:
                    if not runner.run(spec, steps):
                        return None
                taken[side].append(compiling(steps.take()))
                if side == "with":
                    taken["itself"].append(sum(itself))
    return {name: seconds[1:] for name, seconds in taken.items()}


class _Steps(channel.Stream):
    """The channel of a rank. It keeps the CPU seconds of each step. The rank has a probe, like all
    ranks of a run."""

    def __init__(self, stream):
        super().__init__(stream)
        self.ring = gridlock_ring.create_ring()
        self._began, self._seconds, self._step = 0.0, [], -1

    def phase(self, name, step=-1):
        if name == "step" and step != self._step:  # the same step resumes after compiling
            self._step, self._began = step, _cpu_seconds()

    def report(self, json_text):
        super().report(json_text)
        if json_text.startswith('{"type": "step"'):
            self._seconds.append(_cpu_seconds() - self._began)
        if json_text.startswith('{"type": "error"'):
            interleaved.print_error(json.loads(json_text))

    def take(self):
        """Returns the seconds of the steps since the previous call of take()."""
        seconds, self._seconds, self._step = self._seconds, [], -1
        return seconds


@contextlib.contextmanager
def _empty_caches(folder):
    """Empties the caches on disk and in memory. Each rank has its own caches on disk: in shared
    caches, it would find code that another rank compiled."""
    from torch._inductor import utils

    utils.clear_caches()
    with tempfile.TemporaryDirectory(prefix=folder.name, dir=folder.parent) as name:
        os.environ.update({variable: f"{name}/{variable}" for variable in _CACHES})
        yield
