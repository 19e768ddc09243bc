"""Tests that refused candidates do not hang. Candidates of hanging scripts are refused if all their
calls complete. The test runs some of these candidates."""

import ast
import multiprocessing
import os
import pathlib
import random
import runpy
import socket
import sys
import tempfile
import unittest

import torch  # noqa: F401, once for all ranks

from gridlock_minimizer.passes.piece import KEEP
from gridlock_minimizer.passes.script import Edits, Launch, Script
from gridlock_minimizer.passes.table import PASSES
from reducer import close

_GENERATOR = pathlib.Path(__file__).parents[1] / "testing/scripts/generate.py"
_CORES = _GENERATOR.parent / "cores"
_HANGS = ("hang_skipped_call", "hang_two_groups", "hang_subgroup", "hang_async_wait")
_RUN = 16  # number of refused candidates that are run
_TRIED = 10  # choices per pass, for one piece and for several
_SECONDS = 300  # a rank that still runs after this time hangs


class RefusedCandidates(unittest.TestCase):
    def test_none_of_them_hangs(self):
        refused = sorted({candidate for name in _HANGS for candidate in _refused(name)})
        self.assertGreater(len(refused), _RUN)
        for text, ranks in random.Random(1).sample(refused, _RUN):
            with self.subTest(text):
                self.assertTrue(_ends(text, ranks))

    def test_a_hang_is_seen_here(self):
        text = _optimum("hang_skipped_call")
        self.assertFalse(_ends(text, 2, seconds=10))


def _refused(name):
    """Yields the refused candidates of each pass, for one and several pieces."""
    source = random.Random(name)
    for text, ranks in ((_optimum(name), 2), (_doubled(_optimum(name)), 3)):
        script = Script(ast.parse(text), Launch(ranks))
        for pieces in PASSES.values():
            edits, plain = Edits(pieces, script, hangs=True), Edits(pieces, script)
            for choices in _choices(edits.pieces, source):
                if edits.apply(choices).completes:
                    proposal = plain.apply(choices)
                    yield proposal.text, proposal.launch.ranks


def _choices(pieces, source):
    ways = [(i, way) for i, piece in enumerate(pieces) for way in range(len(piece.alternatives))]
    some = source.sample(ways, min(len(ways), _TRIED))
    several = [source.sample(ways, min(len(ways), source.randint(2, 4))) for _ in range(_TRIED)]
    for chosen in [[way] for way in some] + several if ways else []:
        choices = [KEEP] * len(pieces)
        for piece, way in chosen:
            choices[piece] = way
        close(pieces, choices)
        yield choices


def _optimum(core):
    return (_CORES / f"{core}.py").read_text().split("# the smallest script\n")[1]


def _doubled(text):
    """Adds calls of all ranks before and after the lines that hang."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if "init_process_group" in line) + 1
    both = ["values = torch.ones(2)", "for step in range(2):", "    dist.all_reduce(values)"]
    return "\n".join(lines[:start] + both + lines[start:] + ["dist.barrier()"]) + "\n"


def _ends(text, ranks, seconds=_SECONDS):
    """Returns whether all ranks end, with any result."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as server:
        script = pathlib.Path(folder) / "candidate.py"
        script.write_text(text)
        server.bind(("127.0.0.1", 0))
        port = server.getsockname()[1]
        server.close()
        fork = multiprocessing.get_context("fork")
        processes = [
            fork.Process(target=_rank, args=(str(script), rank, ranks, port))
            for rank in range(ranks)
        ]
        for process in processes:
            process.start()
        for process in processes:
            process.join(seconds)
        ended = all(process.exitcode is not None for process in processes)
        for process in processes:
            process.kill()
            process.join()
        return ended


def _rank(script, rank, ranks, port):
    os.environ.update(
        RANK=str(rank), WORLD_SIZE=str(ranks), LOCAL_RANK=str(rank), LOCAL_WORLD_SIZE=str(ranks),
        MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port), GLOO_SOCKET_IFNAME="lo",
    )  # fmt: skip
    sys.stderr = open(os.devnull, "w")
    runpy.run_path(script, run_name="__main__")


if __name__ == "__main__":
    unittest.main()
