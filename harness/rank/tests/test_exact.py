"""Compares cells of cases/exact with integers: the results that every cell must have, computed
without torch's autograd, attention, FSDP or compiler. PYTHONPATH must contain
lib/gridlock_digest.so; CMake sets it."""

import contextlib
import functools
import math
import pathlib
import unittest
from unittest import mock

import gridlock_digest
import numpy as np
import planted
import support
import torch
import torch.distributed as dist

import gridlock
from gridlock import case
from gridlock.train import own_attention, training
from gridlock_testing import forked

EXACT = pathlib.Path(support.DENSE).parent / "exact"
STEPS = 3
ROUTES = [[p // 2 for p in range(64)], [p - min(p, 3) for p in range(64)]]  # route of each layer
MASK = 2**64 - 1

CELLS = [
    {},
    {"precision": "bf16", "fsdp": "replicate"},
    {"precision": "fp16", "fsdp": "hybrid_shard", "cp": 2},
    {"precision": "bf16", "cp": 4, "rotation": "ring", "load_balance": True},
    {"fsdp": "full_shard_no_reshard", "activation_checkpointing": True, "cp": 4},
    {"compile": "before_fsdp", "backend": "aot_eager", "precision": "fp16", "cp": 2},
    {"compile": "after_fsdp", "backend": "eager", "scope": "model", "rotation": "ring", "cp": 2},
    {"compile": "before_fsdp", "backend": "inductor", "precision": "bf16"},
]


@functools.cache
def truth():
    """Returns (loss, norm of the gradients, {"gradients": digest, "parameters": digest}) for each
    step."""
    return support.in_child(work_out_truth)


def work_out_truth():
    gridlock.cell.load({"case_dir": str(EXACT), "axes": {}, "world_size": 1})
    exact = case.load("exact", EXACT)
    torch.manual_seed(0)
    model = exact.model(gridlock.cell)
    weights = {n: p.detach().numpy().astype(np.int64) for n, p in model.named_parameters()}
    steps = []
    for step in range(STEPS):
        tokens, targets = (tensor.numpy() for tensor in exact.batch(gridlock.cell, step))
        loss, gradients = train_on_integers(weights, tokens, targets)
        means = {name: gradients[name] / exact.TOKENS for name in weights}
        norm = math.sqrt(sum(float((mean**2).sum()) for mean in means.values()))
        units = digest(means)
        weights = {n: np.where(gradients[n] % 2, -w, w) for n, w in weights.items()}
        digests = {"gradients": units, "parameters": digest(weights)}
        steps.append((loss / exact.TOKENS, norm, digests))
    return steps


def train_on_integers(weights, tokens, targets):
    """Returns the loss and the gradients, both in units of 1 / tokens."""

    def of(layer, name):
        return weights[f"blocks.{layer}.{name}.weight"]

    def outer(left, right):
        return np.einsum("bso,bsi->oi", left, right)

    x = weights["embedding.weight"][tokens]
    kept = []
    for layer, route in enumerate(ROUTES):
        seen = x[:, route]
        x = x + seen @ of(layer, "attention.v").T
        raw = x @ of(layer, "up").T
        kept.append((seen, x, raw))
        x = x + np.maximum(raw, 0) @ of(layer, "down").T
    scored = targets < x.shape[-1]
    chosen = np.zeros_like(x)
    chosen[scored, targets[scored]] = 1
    loss = (x * weights["gain"] * chosen).sum()
    gradients = {"gain": (chosen * x).sum((0, 1))}
    d = chosen * weights["gain"]
    for layer in reversed(range(len(ROUTES))):
        seen, x, raw = kept[layer]
        gradients[f"blocks.{layer}.down.weight"] = outer(d, np.maximum(raw, 0))
        d_raw = d @ of(layer, "down") * (raw > 0)
        gradients[f"blocks.{layer}.up.weight"] = outer(d_raw, x)
        d = d + d_raw @ of(layer, "up")
        gradients[f"blocks.{layer}.attention.v.weight"] = outer(d, seen)
        d_seen, d = d @ of(layer, "attention.v"), d.copy()
        for here, there in enumerate(ROUTES[layer]):
            d[:, there] += d_seen[:, here]
    gradients["embedding.weight"] = np.zeros_like(weights["embedding.weight"])
    np.add.at(gradients["embedding.weight"], tokens, d)
    return loss, gradients


def digest(tensors):
    layout, base, arrays = gridlock_digest.Layout(), 0, []
    for tensor in tensors.values():
        arrays.append(np.ascontiguousarray(tensor, dtype=np.float32))
        layout.add(0, 4, base // 4, [arrays[-1].size], [1])
        base += -(-arrays[-1].nbytes // 16) * 16
    sums = layout.digest([array.ctypes.data for array in arrays])
    return sums[0], sum(array.nbytes for array in arrays)


def whole(reports, step, kind):
    """Returns the sum of the digests of all parts. Fails if replicas differ."""
    parts = {}
    for rank in reports:
        held = [line for line in rank if line["type"] == "step"][step]["state"][kind]
        for holders, part in held["parts"].items():
            assert parts.setdefault(holders, part) == part, f"{holders} at step {step}: {kind}"
    total = sum(int(part["sum"], 16) for part in parts.values()) & MASK
    return total, sum(part["bytes"] for part in parts.values())


def train(cells, world_size=4, **options):
    return forked.train(EXACT, cells, world_size, steps=STEPS, **options)


def first_difference(reports):
    """Returns the first (step, kind) in which a cell differs from the truth, or None."""
    for step, (loss, norm, digests) in enumerate(truth()):
        if forked.losses(reports)[step] != loss:
            return step, "loss"
        for kind, expected in digests.items():
            if whole(reports, step, kind) != expected:
                return step, kind
        if not math.isclose(forked.grad_norms(reports)[step], norm, rel_tol=1e-6):
            return step, "norm"
    return None


class Truth(unittest.TestCase):
    def test_cells_give_it_to_the_last_bit(self):
        for cell, reports in zip(CELLS, train(CELLS)):
            with self.subTest(**cell):
                self.assertIsNone(first_difference(reports))

    def test_so_do_one_two_and_eight_ranks(self):
        for world_size in (1, 2, 8):
            with self.subTest(world_size=world_size):
                [reports] = train([{}], world_size=world_size)
                self.assertIsNone(first_difference(reports))

    def test_every_weight_and_every_layer_matters(self):
        gradients = [digests["gradients"] for _, _, digests in truth()]
        self.assertEqual(len(set(gradients)), STEPS)
        self.assertEqual(len({loss for loss, _, _ in truth()}), STEPS)


@unittest.skipUnless(torch.cuda.device_count(), "no GPU")
class OnGpus(unittest.TestCase):
    def test_cells_give_the_same_integers(self):
        gpus = torch.cuda.device_count()
        cells = [cell for cell in CELLS if gpus % cell.get("cp", 1) == 0]
        for cell, reports in zip(cells, train(cells, world_size=gpus, device="cuda")):
            with self.subTest(**cell):
                self.assertIsNone(first_difference(reports))


class Faults(unittest.TestCase):
    """Plants each fault, and checks that it is detected in the step and in the tensors that it
    changes."""

    def part_at(self, patch, expected, cell={}, world_size=4):
        truth()
        with patch:
            [reports] = train([cell], world_size=world_size)
        self.assertEqual(first_difference(reports), expected)

    def test_a_sum_that_should_be_an_average(self):
        self.part_at(planted.sum_for_average(), (0, "gradients"))

    def test_another_rank_s_rows(self):
        self.part_at(planted.rows_of_rank_0(), (0, "loss"))

    def test_a_gradient_lost_or_doubled_on_one_rank(self):
        for factor in (0, 2):
            with self.subTest(factor=factor):
                self.part_at(at_gradients(lambda local: local.mul_(factor)), (0, "gradients"))

    def test_one_bit_of_one_element_of_one_rank(self):
        def flip(local):
            local.view(torch.int32).flatten()[3] ^= 1

        self.part_at(at_gradients(flip), (0, "gradients"))

    def test_two_ranks_shards_swapped(self):
        def swap(local):
            peer, other = dist.get_rank() ^ 1, torch.empty_like(local)
            works = dist.batch_isend_irecv(
                [dist.P2POp(dist.isend, local.clone(), peer), dist.P2POp(dist.irecv, other, peer)]
            )
            for work in works:
                work.wait()
            local.copy_(other)

        self.part_at(at_gradients(swap, ranks=(2, 3)), (0, "gradients"))

    def test_a_causal_mask_off_by_one(self):
        def hidden(ring, keys):
            return keys.unsqueeze(-2) > ring.positions.unsqueeze(-1) + 1

        patch = mock.patch.object(own_attention, "_hidden", hidden)
        self.part_at(patch, (0, "loss"), {"cp": 2})

    def test_a_replica_that_drifts(self):
        cell = {"fsdp": "replicate"}
        with at_gradients(lambda local: local.neg_()):
            [reports] = train([cell])
        with self.assertRaisesRegex(AssertionError, "0-3 at step 0: gradients"):
            first_difference(reports)


@contextlib.contextmanager
def at_gradients(change, ranks=(1,)):
    """From now on, calls change(this rank's part of the last gradient) on `ranks` in each step."""
    original = training.local_gradients

    def changed(model):
        gradients = original(model)
        if dist.get_rank() in ranks:
            change(gradients[2])
        return gradients

    with mock.patch.object(training, "local_gradients", changed):
        yield


if __name__ == "__main__":
    unittest.main()
