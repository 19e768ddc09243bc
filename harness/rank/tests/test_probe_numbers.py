"""Tests that a cell's results are the same bits with and without the probe."""

import os
import tempfile
import unittest
from unittest import mock

import gridlock_ring
import probed
import support
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

from gridlock.train import channel
from gridlock_testing import forked

CELLS = [
    {},
    {"cp": 2, "rotation": "ring", "load_balance": True},
    {"compile": "after_fsdp", "backend": "aot_eager"},
    {"fsdp": "hybrid_shard", "precision": "bf16"},
    {"compile": "before_fsdp", "backend": "aot_eager", "cp": 2},
    {"compile": "before_fsdp", "backend": "inductor", "cp": 2, "rotation": "ring"},
    {"compile": "after_fsdp", "backend": "inductor"},
]


def ddp_losses():
    torch.manual_seed(0)
    model = DistributedDataParallel(torch.nn.Linear(8, 8))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    losses = []
    for step in range(4):
        generator = torch.Generator().manual_seed(10 * step + dist.get_rank())
        loss = model(torch.randn(4, 8, generator=generator)).square().mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
    return losses


def ddp(rank, folder):
    probed.join(folder, rank, 2)
    losses = ddp_losses()
    dist.barrier()
    return losses


class Numbers(unittest.TestCase):
    def train(self, axes, tier="fork", **spec):
        """Returns (reports of each cell, rings of the ranks)."""
        rings = [gridlock_ring.create_ring() for _ in range(2)]
        mine = property(lambda _: rings[int(os.environ["RANK"])])
        with mock.patch.object(channel.Stream, "ring", mine, create=True):
            reports = forked.train(support.DENSE, axes, 2, tier, **spec)
        return reports, [gridlock_ring.read_ring(ring) for ring in rings]

    def numbers(self, reports):
        return forked.losses(reports), forked.grad_norms(reports)

    def test_of_every_kind_of_cell_are_equal(self):
        for cell in support.some(CELLS, 3):
            with self.subTest(cell=cell):
                [plain], silent = self.train([cell], probe="off")
                [watched], rings = self.train([cell])
                self.assertEqual(self.numbers(watched), self.numbers(plain))
                self.assertEqual([ring["events"] for ring in silent], [0, 0])
                for ring in rings:
                    # On machines with GPUs, a mesh has its own group.
                    self.assertGreater(sum(group["enqueued"] for group in ring["groups"]), 10)
                    self.assertEqual((ring["open"], ring["lost"], ring["dropped"]), ([], 0, 0))

    def test_of_warm_ranks_are_equal_and_the_probe_stays(self):
        plain, _ = self.train(CELLS[:1] * 2, tier="warm", probe="off")
        watched, rings = self.train(CELLS[:1] * 2, tier="warm")
        for one, other in zip(watched, plain, strict=True):
            self.assertEqual(self.numbers(one), self.numbers(other))
        self.assertEqual([group["name"] for group in rings[0]["groups"]].count("0"), 1)

    def test_of_ddp_are_equal(self):
        with tempfile.TemporaryDirectory() as folder:
            plain = support.on_ranks(2, lambda rank: ddp(rank, folder))
        watched, rings = probed.on_ranks(2, lambda rank: ddp_losses())
        self.assertEqual(watched, plain)
        self.assertEqual(rings[0]["open"], [])
        ops = [call["op"] for call in probed.calls(rings[0])]
        self.assertGreaterEqual(ops.count("all_reduce"), 4)


if __name__ == "__main__":
    unittest.main()
