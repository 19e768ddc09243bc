"""Tests how exact products of 8-bit numbers are, and cells that train with such products."""

import unittest

import support
import torch
from torch import nn

from gridlock.train import float8
from gridlock_testing import forked

ROUNDING = 2**-4  # half a unit in the last place of e4m3
GRADIENT_ROUNDING = 2**-3  # half a unit in the last place of e5m2


def converted(model):
    float8.convert([model])
    return model.bfloat16()


class Products(unittest.TestCase):
    def test_are_near_those_of_32_bits_and_so_are_their_gradients(self):
        torch.manual_seed(1)
        exact = nn.Linear(64, 32)
        rounded = converted(nn.Sequential(nn.Linear(64, 32)))
        rounded[0].load_state_dict(exact.state_dict())
        x = torch.randn(2, 16, 64, requires_grad=True)
        same_x = x.detach().bfloat16().requires_grad_()
        weights = torch.randn(2, 16, 32)
        (exact(x) * weights).sum().backward()
        y = rounded(same_x)
        (y * weights.bfloat16()).sum().backward()
        for bound, one, other in (
            (ROUNDING, y, exact(x)),
            (GRADIENT_ROUNDING, same_x.grad, x.grad),
            (GRADIENT_ROUNDING, rounded[0].weight.grad, exact.weight.grad),
        ):
            error = (one.float() - other).norm() / other.norm()
            self.assertLess(error, bound)
            self.assertGreater(error, bound / 32)  # shows that results are rounded at all

    def test_layers_of_other_sizes_stay_as_they_are(self):
        model = nn.Sequential(nn.Linear(64, 32), nn.Linear(32, 8), nn.LayerNorm(16))
        float8.convert([model])
        kinds = [type(module) for module in model]
        self.assertEqual(kinds, [float8.Linear, nn.Linear, nn.LayerNorm])


class Cells(unittest.TestCase):
    def test_compiled_ones_train_as_uncompiled_ones_and_not_as_bf16(self):
        fp8 = {"precision": "fp8", "layers": 1}
        compiled = fp8 | {"compile": "before_fsdp", "backend": "aot_eager"}
        eager, graphs, bf16 = forked.train(
            support.DENSE, [fp8, compiled, fp8 | {"precision": "bf16"}], 2, tier="warm"
        )
        losses = [forked.losses(reports) for reports in (eager, graphs, bf16)]
        self.assertLess(support.relative(losses[1], losses[0]), 1e-3)
        self.assertGreater(support.relative(losses[2], losses[0]), 1e-6)
        self.assertEqual(forked.done(graphs)["compile"]["breaks"], 0)


if __name__ == "__main__":
    unittest.main()
