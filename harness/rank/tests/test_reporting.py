"""Tests which file of a compile report each process writes."""

import os
import tempfile
import unittest
from unittest import mock

import torch.distributed as dist
from torch.testing._internal.distributed.fake_pg import FakeStore

from gridlock.compiler import reporting


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def name(self):
        with reporting._file(self.folder) as file:
            return os.path.basename(file.name)

    def join(self, rank):
        dist.init_process_group("fake", store=FakeStore(), rank=rank, world_size=4)
        self.addCleanup(dist.destroy_process_group)

    def test_the_process_that_is_a_rank_of_the_job_has_the_rank_s(self):
        self.join(2)
        self.assertEqual(self.name(), "rank2.jsonl")
        self.assertEqual(self.name(), f"rank2.{os.getpid()}.jsonl", "another process has it")

    def test_a_process_below_a_rank_leaves_it_alone(self):
        with mock.patch.dict(os.environ, RANK="2"):
            self.assertEqual(self.name(), f"rank2.{os.getpid()}.jsonl")
            self.join(2)
            self.assertEqual(self.name(), "rank2.jsonl")

    def test_a_process_without_a_rank(self):
        with mock.patch.dict(os.environ):
            os.environ.pop("RANK", None)
            self.assertEqual(self.name(), f"process.{os.getpid()}.jsonl")


if __name__ == "__main__":
    unittest.main()
