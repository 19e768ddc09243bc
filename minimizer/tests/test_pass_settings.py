"""Tests passes that change how a script is launched, compiled, sharded and optimized, each on a
script of a few lines."""

import unittest

from gridlock_minimizer.passes.script import Launch
from pass_examples import Examples, proposals


class Settings(Examples):
    def test_ranks_go_with_the_constants_that_equal_them(self):
        text = 'mesh(4, "x", (2, 2), [1, 4])\nfrom m import mesh\n'
        text = "from m import mesh\n\nmesh(4, (2, 2), [1, 4], 3)\n"
        found = [(p.launch.ranks, p.text) for p in proposals("launch", text, Launch(4))]
        self.assertIn((2, text), found)
        self.assertIn((2, "from m import mesh\n\nmesh(2, (1, 2), [1, 2], 3)\n"), found)
        self.assertEqual({ranks for ranks, _ in found}, {1, 2, 3})

    def test_environment_and_arguments_go_one_by_one(self):
        launch = Launch(1, [["A", "1"], ["B", "2"]], ["--x", "3"])
        left = [(p.launch.environment, p.launch.arguments) for p in proposals("launch", "", launch)]
        self.assertEqual(left[0], ([["B", "2"]], ["--x", "3"]))
        self.assertEqual(left[3], ([["A", "1"], ["B", "2"]], ["--x"]))

    def test_less_of_the_compiler(self):
        self.expect("ladder", "import torch\ntorch.compile(print)()", "print()",
                    *(f'import torch\n\ntorch.compile(print, backend="{rung}")()'
                      for rung in ("eager", "aot_eager", "aot_eager_decomp_partition")))  # fmt: skip
        self.expect("ladder", 'import torch\n@torch.compile(backend="aot_eager")\ndef f(): return torch\nf()',
                    "import torch\n\n\ndef f():\n    return torch\n\n\nf()",
                    'import torch\n\n\n@torch.compile(backend="eager")\ndef f():\n    return torch\n\n\nf()')  # fmt: skip
        self.expect("ladder", "import torch\n@torch.compile\ndef f(): return torch\nf()",
                    "import torch\n\n\ndef f():\n    return torch\n\n\nf()",
                    *(f'import torch\n\n\n@torch.compile(backend="{rung}")\ndef f():\n    return torch\n\n\nf()'
                      for rung in ("eager", "aot_eager", "aot_eager_decomp_partition")))  # fmt: skip
        self.expect("ladder", 'B = "inductor"\nprint(B)', *(f'B = "{rung}"\nprint(B)' for rung in
                    ("eager", "aot_eager", "aot_eager_decomp_partition")))  # fmt: skip

    def test_settings_of_the_process(self):
        text = "import torch\ntorch._dynamo.config.x = 1\ntorch.manual_seed(0)\nprint(torch)"
        self.expect("config", text, "import torch\n\ntorch.manual_seed(0)\nprint(torch)",
                    "import torch\n\ntorch._dynamo.config.x = 1\nprint(torch)")  # fmt: skip

    def test_sharding_goes_as_a_whole(self):
        text = "from f import fully_shard\nm = [1]\nfor x in m:\n    fully_shard(x)\nm = fully_shard(m)\nprint(m)"
        whole, *parts = [p.text for p in proposals("settings", text)]
        self.assertEqual(whole, "m = [1]\nprint(m)\n")
        self.assertEqual(len(parts), 2)

    def test_what_only_sharded_modules_have_goes_with_sharding(self):
        text = """
from f import FSDPModule, fully_shard
def shard(module, policy):
    fully_shard(module, policy)
m = [1]
for x in m:
    shard(x, {})
for x in m:
    if isinstance(x, FSDPModule):
        x.set_force_sum_reduction_for_comms(True)
print(m)"""
        [whole, *_] = [p.text for p in proposals("settings", text)]
        self.assertEqual(whole, "m = [1]\nprint(m)\n")

    def test_the_optimizer_goes_with_its_steps(self):
        text = "import torch\no = torch.optim.SGD([])\no.zero_grad()\nprint(1)\no.step()"
        self.assertIn("print(1)\n", [p.text for p in proposals("settings", text)])

    def test_checkpoints_become_calls(self):
        text = "from c import checkpoint\nprint(checkpoint(abs, 1, use_reentrant=False))"
        self.assertEqual([p.text for p in proposals("settings", text)], ["print(abs(1))\n"])


if __name__ == "__main__":
    unittest.main()
