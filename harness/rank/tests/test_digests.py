"""Digests of a model's tensors on one rank. Needs lib/gridlock_digest.so in PYTHONPATH and, on GPUs,
lib/gridlock_digest_cuda.so, as CMake has them."""

import importlib.util
import unittest
from unittest import mock

import support
import torch
from torch import nn

from gridlock.train import digests

HAS_GPU = torch.cuda.device_count() > 0 and importlib.util.find_spec("gridlock_digest_cuda")


class Odd(nn.Module):
    """Parameters of many shapes and types, one without gradient, one whose elements do not lie one
    behind the other."""

    def __init__(self):
        super().__init__()
        self.weights = nn.ParameterList(
            [
                torch.randn(300, 77),
                torch.randn(()),
                torch.randn(5).bfloat16(),
                torch.randn(33, 9).double(),
                torch.randn(40, 50).t(),
                torch.randn(0, 3),
            ]
        )
        self.unused = nn.Parameter(torch.ones(7))

    def forward(self):
        return sum(weight.double().square().sum() for weight in self.weights)


def states(device, steps=3, change=None):
    """What an observer says after each step of a training whose numbers do not depend on the
    device."""

    def observe():
        with mock.patch.object(digests.places, "own", lambda: "0"):
            return train(torch.device(device), steps, change)

    return support.in_child(observe)


def train(device, steps, change):
    torch.manual_seed(0)
    model = Odd().to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=2**-3, momentum=0.5)
    observer = digests.observer(device)
    seen = []
    for step in range(steps):
        model().backward()
        if step == change:
            model.weights[0].grad.view(torch.int32)[299, 76] ^= 1
        observer.see_gradients(model)
        optimizer.step()
        observer.see_update(optimizer)
        optimizer.zero_grad()
        seen.append(observer.read())
    return seen


class OnCpu(unittest.TestCase):
    def test_all_kinds_are_seen_in_each_step(self):
        for step, state in enumerate(states("cpu")):
            self.assertEqual(list(state), ["gradients", "parameters", "optimizer"])
            self.assertEqual(state["gradients"]["bytes"], {"0": 102_790})
            self.assertEqual(state["parameters"]["bytes"], {"0": 102_818}, step)

    def test_one_bit_changes_what_it_is_in_and_all_that_comes_of_it(self):
        right, wrong = states("cpu"), states("cpu", change=1)
        self.assertEqual(right[0], wrong[0])
        for kind in right[1]:
            self.assertNotEqual(right[1][kind], wrong[1][kind])


@unittest.skipUnless(HAS_GPU, "no GPU, or built without a CUDA compiler")
class OnGpu(unittest.TestCase):
    def test_they_are_those_of_the_cpu(self):
        self.assertEqual(states("cpu"), states("cuda"))

    def test_one_bit_is_seen(self):
        self.assertEqual(states("cpu", change=2), states("cuda", change=2))
        self.assertNotEqual(states("cuda"), states("cuda", change=2))

    def test_states_that_lie_on_the_cpu_count(self):
        def numbers_of_steps():
            parameter = nn.Parameter(torch.ones(3, device="cuda"))
            optimizer = torch.optim.AdamW([parameter])
            model = nn.ParameterList([parameter])
            observer = digests.observer(parameter.device)
            seen = []
            with mock.patch.object(digests.places, "own", lambda: "0"):
                for _ in range(2):
                    parameter.grad = torch.zeros_like(parameter)
                    observer.see_gradients(model)
                    optimizer.step()
                    observer.see_update(optimizer)
                    seen.append(observer.read()["optimizer"])
            return seen

        one, two = support.in_child(numbers_of_steps)
        self.assertNotEqual(one, two)  # all that changes is the number of steps


if __name__ == "__main__":
    unittest.main()
