"""Tests the compiler caches that cells require, without running a compiler."""

import os
import pathlib
import tempfile
import unittest
from unittest import mock

import support
import torch.distributed as dist

import gridlock
from gridlock.train import caches

KEPT = "TORCHINDUCTOR_CACHE_DIR"


def entries(base, kind):
    """Returns what the caches of two ranks contain during the training, and what remains
    afterwards."""

    def fill():
        folder = pathlib.Path(os.environ[KEPT])
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"of rank {dist.get_rank()}").touch()

    def rank_of(rank):
        dist.init_process_group("gloo", init_method=f"file://{base}/store", rank=rank, world_size=2)
        cell = gridlock.cell.load({"case_dir": base, "axes": {"cache": kind}, "world_size": 2})
        spec = {"store": "tcp", "master_port": 4711, "local_rank": rank}
        with mock.patch.dict(os.environ, {KEPT: f"{base}/caches"}):
            with caches.of_cell(cell, spec, fill):
                used = pathlib.Path(os.environ[KEPT])
                found = sorted(p.name for p in used.iterdir()) if used.is_dir() else []
                dist.barrier()
            assert os.environ[KEPT] == f"{base}/caches"
        return found

    found = support.on_ranks(2, rank_of)
    left = list(pathlib.Path(base, "caches").rglob("of rank*"))
    return found, left


class Caches(unittest.TestCase):
    def assert_found(self, kind, found):
        with tempfile.TemporaryDirectory() as base:
            self.assertEqual(entries(base, kind), (found, []))

    def test_that_are_cold_are_empty(self):
        self.assert_found("cold", [[], []])

    def test_that_are_warm_have_what_a_step_left(self):
        both = ["of rank 0", "of rank 1"]
        self.assert_found("warm", [both, both])

    def test_that_differ_are_empty_for_rank_0(self):
        self.assert_found("per_rank", [[], ["of rank 0", "of rank 1"]])

    def test_as_found_are_left_alone(self):
        self.assert_found("as_found", [[], []])


if __name__ == "__main__":
    unittest.main()
