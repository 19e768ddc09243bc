"""Tests that the ring contains two facts about each call, in eager and in compiled code: the part
of the training step that made it, and the module whose parameters it gathers or reduces."""

import unittest

import probed
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import FullyShardedDataParallel, fully_shard
from torch.nn.parallel import DistributedDataParallel

WIDTH = 8


class Averaging(torch.optim.SGD):
    """An optimizer that averages parameters in its step."""

    def step(self, closure=None):
        loss = super().step(closure)
        for group in self.param_groups:
            for parameter in group["params"]:
                dist.all_reduce(torch.zeros_like(parameter.detach()))
        return loss


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        return x + self.linear(x)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(Block() for _ in range(2))
        self.head = nn.Linear(WIDTH, 1)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.head(x)


def sharded(compiled):
    def train(rank):
        torch.manual_seed(0)
        mesh = init_device_mesh("cpu", (2,))
        model = Model()
        for layer in model.layers:
            if compiled:
                layer.compile(backend="aot_eager")
            fully_shard(layer, mesh=mesh)
        fully_shard(model, mesh=mesh)
        for _ in range(2):
            loss = model(torch.ones(2, WIDTH)).sum()
            loss.backward()
            dist.all_reduce(loss.detach())

    return train


SHARDED = [
    ("all_gather_into_tensor", "forward", "the root module"),
    ("all_gather_into_tensor", "forward", "layers.0"),
    ("all_gather_into_tensor", "forward", "layers.1"),
    ("all_gather_into_tensor", "backward", "layers.1"),
    ("all_gather_into_tensor", "backward", "layers.0"),
    ("reduce_scatter_tensor", "backward", "layers.1"),
    ("reduce_scatter_tensor", "backward", "the root module"),
    ("reduce_scatter_tensor", "backward", "layers.0"),  # autograd's end: x needs no gradient
    ("all_reduce", "", None),
]


def sequence(rank):
    """Trains a model with modules named by numbers."""
    model = nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.Sequential(nn.Linear(WIDTH, 1)))
    mesh = init_device_mesh("cpu", (2,))
    for module in (model[0], model[1][0], model):
        fully_shard(module, mesh=mesh)
    model(torch.ones(2, WIDTH)).sum().backward()


def flat(rank):
    """Trains under FSDP1."""
    torch.manual_seed(0)
    model = Model()
    cpu = torch.device("cpu")
    for i, layer in enumerate(model.layers):
        model.layers[i] = FullyShardedDataParallel(layer, device_id=cpu)
    model = FullyShardedDataParallel(model, device_id=cpu)
    for _ in range(2):
        model(torch.ones(2, WIDTH)).sum().backward()


FLAT = [
    ("all_gather", "forward", "the root module"),
    ("all_gather", "forward", "layers.0"),
    ("all_gather", "forward", "layers.1"),
    ("all_gather", "backward", "layers.1"),
    ("all_gather", "backward", "layers.0"),
    ("reduce_scatter_tensor", "backward", "layers.1"),
    ("reduce_scatter_tensor", "backward", "layers.0"),
    # The forward views the root module's parameters first, so their gradients are reduced last.
    ("reduce_scatter_tensor", "backward", "the root module"),
]


def replicated(rank):
    model = DistributedDataParallel(nn.Linear(4, 1))
    optimizer = Averaging(model.parameters(), lr=0.1)

    def closure():
        loss = model(torch.ones(1, 4)).sum()
        loss.backward()
        return loss

    optimizer.step(closure)


def passes(ring):
    return [
        (call["op"], call["pass"], ring["modules"][call["module"] - 1] if call["module"] else None)
        for call in probed.calls(ring)
    ]


class Passes(unittest.TestCase):
    def test_of_sharded_parameters_are_known_with_their_modules(self):
        for compiled in (False, True):
            with self.subTest(compiled=compiled):
                _, rings = probed.on_ranks(2, sharded(compiled))
                for ring in rings:
                    self.assertEqual(passes(ring)[: 2 * len(SHARDED)], SHARDED * 2)

    def test_of_a_sequence_are_told_by_numbers(self):
        _, [ring, _] = probed.on_ranks(2, sequence)
        modules = {module for _, _, module in passes(ring) if module}
        self.assertEqual(modules - {"the root module"}, {"module 0", "module 1.0"})

    def test_of_flat_parameters_are_known_with_their_modules(self):
        _, rings = probed.on_ranks(2, flat)
        for ring in rings:
            made = [call for call in passes(ring) if call[2] is not None]
            self.assertEqual(made, FLAT * 2)

    def test_of_an_optimizer_are_told_from_those_of_its_closure(self):
        _, [ring, _] = probed.on_ranks(2, replicated)
        made = [call[:2] for call in passes(ring) if call[0] == "all_reduce"]
        reduced = [("all_reduce", "optimizer")] * 2
        self.assertEqual(made, [("all_reduce", "backward"), *reduced])


if __name__ == "__main__":
    unittest.main()
