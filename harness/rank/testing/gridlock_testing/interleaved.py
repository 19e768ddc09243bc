"""Trains two variants of a cell together, one with a costly component and one without it. Their
steps are interleaved: while rank r of one variant makes a step, rank r of the other variant waits.
Both variants therefore run within one second of each other, under equal load from other programs.
PYTHONPATH must contain the modules gridlock_probe and gridlock_ring."""

import ctypes
import functools
import json
import os
import pathlib
import signal
import sys
import tempfile
import time

import gridlock_ring
import torch

clock = time.perf_counter  # clock of the steps, in seconds

_VARIANTS = ("with", "without")
_PR_SET_PDEATHSIG = 1


def _not_at_all(spec, channel):
    pass


def probed(spec, channel):
    channel.ring = gridlock_ring.create_ring()


def digesting(spec, channel):
    spec["digests"] = "on"


def read_spec(path):
    """Returns the spec of a cell from the file that a benchmark has written
    (bench/testing_module.h)."""
    spec = {"tier": "fork", "master_addr": "127.0.0.1", "master_port": 0}
    return spec | json.loads(pathlib.Path(path).read_text())


def train(spec, prepare=probed, prepare_other=_not_at_all):
    """Trains the cell of `spec` (see ../../README.md) on ranks that this process forks as a zygote.

    Calls prepare(spec, channel) in the ranks of the variant with the costly component, and
    prepare_other(spec, channel) in the ranks of the variant without it. Returns {"with": [seconds
    of each step], "without": [...], "events": number of events recorded per step}, measured on rank
    0 of each variant. Returns None if a rank did not finish.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if not all_end(_fork_variants(spec, folder, {"with": prepare, "without": prepare_other})):
            return None
        results = {v: json.loads((folder / f"{v}.0").read_text()) for v in _VARIANTS}
    events = results["with"]["events"] / len(results["with"]["seconds"])
    return {"events": events} | {v: results[v]["seconds"] for v in _VARIANTS}


def _fork_variants(spec, folder, prepare_variant):
    ranks, ends = [], []
    for rank in range(spec["world_size"]):
        reads, writes = zip(*(os.pipe() for _ in _VARIANTS))
        ends += reads + writes
        os.write(writes[0], b".")
        for index, variant in enumerate(_VARIANTS):
            placed = {**spec, "rank": rank, "local_rank": rank, "device_index": rank}
            placed["store"], placed["digests"] = str(folder / f"store-{variant}"), "off"
            channel = _InterleavedChannel(reads[index], writes[1 - index])
            result = folder / f"{variant}.{rank}"
            prepare = prepare_variant[variant]
            ranks.append(fork(functools.partial(_be_rank, placed, prepare, channel, result)))
    for end in ends:
        os.close(end)
    return ranks


class _InterleavedChannel:
    """The channel of a rank. The peer is the same rank of the other variant. Before each step, the
    rank waits for its peer. After each step, it lets the peer continue."""

    def __init__(self, mine, other):
        self.seconds = []
        self.events = 0  # number of events recorded since the first step
        self._mine, self._other = mine, other
        self._step = -1
        self._began = 0.0

    def phase(self, name, step=-1):
        if name == "step" and step != self._step:  # the same step resumes after compiling
            if self._step < 0:
                self.events = -self._recorded()
            self._step = step
            os.read(self._mine, 1)
            self._began = clock()
        if name == "done":
            self.events += self._recorded()

    def report(self, json_text):
        message = json.loads(json_text)
        if message["type"] == "step":
            self.seconds.append(self._step_seconds())
            os.write(self._other, b".")
        print_error(message)

    def _step_seconds(self):
        """Returns the seconds of the step without the wait for the peer, which the step's own
        report includes. Waits for the GPU, because its remaining work would otherwise run during
        the peer's step."""
        if torch.cuda.is_initialized():
            torch.cuda.synchronize()
        return clock() - self._began

    def _recorded(self):
        return gridlock_ring.read_ring(self.ring)["events"] if hasattr(self, "ring") else 0


def _be_rank(spec, prepare, channel, result):
    from gridlock.train import runner

    prepare(spec, channel)
    if not runner.run(spec, channel):
        return 1
    result.write_text(json.dumps({"seconds": channel.seconds, "events": channel.events}))
    return 0


def print_error(message):
    """Prints the error if the message reports one."""
    if message["type"] == "error":
        print(message["traceback"], file=sys.stderr)


def fork(be_rank):
    """Forks a process that exits with the result of be_rank(). The process is killed if this
    process ends. Returns its process id."""
    pid = os.fork()
    if pid:
        return pid
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    code = 1
    try:
        code = be_rank()
    finally:
        os._exit(code)


def all_end(ranks):
    """Waits for all ranks. Returns true if all succeeded. If one rank fails, kills the others,
    because they would wait for that rank."""
    running, well = set(ranks), True
    while running:
        pid, status = os.wait()
        running.discard(pid)
        if well and status != 0:
            well = False
            for other in running:
                os.kill(other, signal.SIGKILL)
    return well
