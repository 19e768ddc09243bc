"""Compares gridlock's own context-parallel attention with attention over the whole sequence in a
single process."""

import itertools
import tempfile
import types
import unittest
from unittest import mock

import support
import torch
import torch.distributed as dist
import torch.nn.functional as F

from gridlock.train import context_parallel, groups, own_attention, zigzag

B, H, KV_H, S, D = 2, 4, 2, 64, 8


def tensors():
    """Returns q, k and v of the whole sequence, and a weight for the output."""
    generator = torch.Generator().manual_seed(7)
    shapes = [(B, H, S, D), (B, KV_H, S, D), (B, KV_H, S, D), (B, H, S, D)]
    return [torch.randn(*shape, generator=generator) for shape in shapes]


def whole(causal):
    """Returns the output and the gradients of q, k and v for the whole sequence, in fp64."""
    q, k, v, weight = (t.double() for t in tensors())
    for t in (q, k, v):
        t.requires_grad_()
    repeated = own_attention.repeat_heads(q, k, v)
    out = F.scaled_dot_product_attention(q, *repeated, is_causal=causal)
    (out * weight).sum().backward()
    return [t.detach().float().numpy() for t in (out, q.grad, k.grad, v.grad)]


def share(rank, size, store, rotation, balanced, causal, backend):
    """Returns the output and the gradients for this rank's part of the sequence, and the positions
    of the part."""
    dist.init_process_group("gloo", store=dist.FileStore(store, size), rank=rank, world_size=size)
    torch.set_num_threads(1)
    cell = types.SimpleNamespace(
        world_size=size, cp=size, rotation=rotation, load_balance=balanced
    )
    device = torch.device("cpu")
    mesh = groups.context(cell, device)
    attention = context_parallel.attention
    if backend:
        attention = torch.compile(attention, backend=backend, fullgraph=True, dynamic=False)
    context_parallel.share(cell, device, mesh, [torch.zeros(B, S)])
    places = context_parallel.positions()
    q, k, v, weight = (t.index_select(2, places) for t in tensors())
    for t in (q, k, v):
        t.requires_grad_()
    out = attention(q, k, v, causal)
    (out * weight).sum().backward()
    dist.barrier()
    results = [t.detach().numpy() for t in (out, q.grad, k.grad, v.grad)]
    return places.numpy(), results


def largest_difference(size, rotation, balanced, causal, backend=None):
    """Returns the largest difference of the output and of each gradient, relative to its largest
    element."""
    reference = support.in_child(whole, causal)
    with tempfile.TemporaryDirectory() as folder:
        shares = support.on_ranks(
            size,
            lambda rank: share(rank, size, f"{folder}/s", rotation, balanced, causal, backend),
        )
    return max(
        abs(mine - full[:, :, places]).max() / abs(full).max()
        for places, results in shares
        for mine, full in zip(results, reference)
    )


class Attention(unittest.TestCase):
    def test_is_exact_for_every_rotation_order_and_mask(self):
        choices = itertools.product((2, 4), ("allgather", "ring"), (False, True), (False, True))
        for size, rotation, balanced, causal in choices:
            with self.subTest(size=size, rotation=rotation, balanced=balanced, causal=causal):
                self.assertLess(largest_difference(size, rotation, balanced, causal), 2e-6)

    def test_is_exact_on_32_ranks(self):
        self.assertLess(largest_difference(32, "ring", True, True), 2e-6)

    def test_compiles_to_one_graph_without_a_difference(self):
        for rotation in ("allgather", "ring"):
            with self.subTest(rotation=rotation):
                self.assertLess(largest_difference(2, rotation, True, True, "aot_eager"), 2e-6)


class PlantedFault(unittest.TestCase):
    """Plants faults that the tests above must detect."""

    def test_blocks_merged_without_their_weights(self):
        merge = own_attention._merge

        def without_fading(seen, scores, values):
            block = merge(None, scores.nan_to_num(neginf=-1e30), values)
            return block if seen is None else own_attention._Softmax(*map(torch.add, seen, block))

        with mock.patch.object(own_attention, "_merge", without_fading):
            self.assertGreater(largest_difference(2, "ring", False, True), 0.1)

    def test_keys_in_the_order_of_the_wrong_rotation(self):
        with mock.patch.object(own_attention, "ring_order", lambda rank, size: range(size)):
            self.assertGreater(largest_difference(4, "ring", False, True), 0.1)

    def test_zig_zag_that_forgets_to_turn(self):
        def without_turn(rank, size, load_balance):
            return (rank, size + rank) if load_balance else (rank,)

        with mock.patch.object(zigzag, "chunks_of", without_turn):
            # All ranks use the same order, so results stay right. But it is not the order of
            # PyTorch.
            self.assertFalse(ZigZag.agrees_with_torch())


class ZigZag(unittest.TestCase):
    @staticmethod
    def agrees_with_torch(size=4, length=32):
        def compare():
            from torch.distributed.tensor.experimental import _attention as torch_cp

            theirs = torch_cp._HeadTailLoadBalancer(length, size, "cpu")._generate_indices()[0]
            ours = [zigzag.positions_of(r, size, True, length // size) for r in range(size)]
            return torch.equal(torch.cat(ours), theirs)

        return support.in_child(compare)

    def test_is_the_order_of_torchs_load_balancer(self):
        self.assertTrue(self.agrees_with_torch())

    def test_a_sequence_that_cannot_be_cut_is_refused(self):
        with self.assertRaisesRegex(ValueError, "65 tokens cannot be cut into 8 equal chunks"):
            zigzag.check(65, 4, True)


if __name__ == "__main__":
    unittest.main()
