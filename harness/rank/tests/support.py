"""Contains helpers for the rank's tests. Run the tests with

    PYTHONPATH=harness/rank:harness/rank/testing python -m unittest discover harness/rank/tests

The process that runs the tests is the zygote of their ranks: it runs no tensor operation, and forks
a child whenever a test needs one.
"""

import os
import pathlib
import pickle
import signal
import tempfile

from gridlock_testing import modules
from gridlock_testing.forked import LIMIT_SECONDS

ROOT = pathlib.Path(__file__).parents[3]
DENSE = ROOT / "cases" / "dense"

modules.preload_once()


def in_child(function, *arguments):
    """Runs function(*arguments) in a forked child. Returns the result, which must be picklable."""
    return on_ranks(1, lambda rank: function(*arguments))[0]


def on_ranks(size, function):
    """Runs function(rank) in `size` forked children. Returns the results in the order of ranks."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder) / str(rank) for rank in range(size)]
        children = [_fork(function, rank, path) for rank, path in enumerate(paths)]
        codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
        if any(codes):
            raise AssertionError(f"exit codes of the ranks: {codes}")
        return [pickle.loads(path.read_bytes()) for path in paths]


def _fork(function, rank, path):
    pid = os.fork()
    if pid:
        return pid
    signal.alarm(LIMIT_SECONDS)
    status = 1
    try:
        path.write_bytes(pickle.dumps(function(rank)))
        status = 0
    finally:
        os._exit(status)


TRIES_ALL = "GRIDLOCK_TEST_ALL" in os.environ  # set by `./gridlock test --all`


def some(cells, of):
    """Returns the first `of` cells, or all cells under `./gridlock test --all`."""
    return cells if TRIES_ALL else cells[:of]


def relative(values, reference):
    """Returns the largest relative difference between two lists of numbers."""
    return max(abs(a - b) / abs(b) for a, b in zip(values, reference, strict=True))
