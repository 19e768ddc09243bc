"""Tests that the static check recognizes scripts whose collective calls complete."""

import ast
import unittest

from gridlock_minimizer.screen.schedule import completes

START = "import torch\nimport torch.distributed as dist\ndist.init_process_group('gloo')\n"

COMPLETE = {
    "the same calls": "dist.all_reduce(torch.ones(2))\ndist.barrier()",
    "a function": "def f(x):\n    dist.all_reduce(x)\n    return x\nf(f(torch.ones(2)))",
    "a loop": "for step in range(3):\n    dist.broadcast(torch.ones(2), 0)",
    "both branches": "x = torch.ones(2)\nif dist.get_rank() == 0:\n    dist.all_reduce(x)\nelse:\n"
    "    dist.all_reduce(x)",
    "no rank takes the branch": "if dist.get_rank() > 7:\n    dist.barrier()",
    "a group of some": "pair = dist.new_group([0, 1])\nx = torch.ones(2)\n"
    "if dist.get_rank() < 2:\n    dist.all_reduce(x, group=pair)\ndist.barrier()",
    "values that differ": "x = torch.full((3,), float(2))\n"
    "y = torch.full((2,), dist.get_rank() * 2)\ndist.all_reduce(y / 2)".replace("float(2)", "2.0"),
    "asynchronous": "work = dist.all_reduce(torch.ones(2), async_op=True)\nwork.wait()",
}

LET_THROUGH = {
    "a call that one rank makes": "if dist.get_rank() == 0:\n    dist.barrier()",
    "other operations": "x = torch.ones(2)\nif dist.get_rank() == 0:\n    dist.all_reduce(x)\nelse:\n"
    "    dist.barrier()",
    "other shapes": "dist.all_reduce(torch.ones(dist.get_rank() + 1))",
    "other types": "x = 1.0\nif dist.get_rank() == 0:\n    x = 1\n"
    "dist.all_reduce(torch.full((2,), x))",
    "other types of equal numbers": "x = 1.0\nif dist.get_rank() == 0:\n    x = 1\n"
    "dist.all_reduce(torch.tensor(x))",
    "an annotation that calls": "if dist.get_rank() == 0:\n    def f(x: dist.barrier()):\n        pass\n"
    "dist.barrier()",
    "other roots": "dist.broadcast(torch.ones(2), dist.get_rank())",
    "opposite order": "g = dist.new_group([0, 1, 2])\nx = torch.ones(2)\nif dist.get_rank() == 0:\n"
    "    dist.all_reduce(x, group=g)\n    dist.all_reduce(x)\nelse:\n    dist.all_reduce(x)\n"
    "    dist.all_reduce(x, group=g)",
    "messages": "if dist.get_rank() == 0:\n    dist.send(torch.ones(2), 1)",
    "a tensor that doubles": "x = torch.ones(2)\nfor i in range(40):\n    x = x + x\n"
    "dist.all_reduce(x)",
    "data": "x = torch.rand(2)\nif x.sum() > 1:\n    dist.barrier()",
    "a shape that follows from data": "dist.all_reduce(torch.ones(torch.tensor(2)))",
    "the environment": "import os\nif os.environ['RANK'] == '0':\n    dist.barrier()",
    "an end": "if dist.get_rank() == 0:\n    raise SystemExit(0)\ndist.barrier()",
    "a computation of one rank": "if dist.get_rank() == 0:\n    torch.ones(2) + torch.ones(3)\n"
    "dist.barrier()",
    "a computation before and after": "if dist.get_rank() == 0:\n    torch.ones(2) @ torch.ones(3)\n"
    "dist.barrier()\nif dist.get_rank() != 0:\n    torch.ones(2) @ torch.ones(3)",
    "a group whose members fail": "pair = dist.new_group([0, 1])\nx = torch.ones(2) * 1\n"
    "if dist.get_rank() < 2:\n    dist.broadcast(x, 2, group=pair)\ndist.barrier()",
    "a name bound elsewhere": "def f():\n    x = x + 1\nx = 1\nf()\ndist.barrier()",
    "a loop without an end": "while True:\n    pass",
    "a built-in of its own": "def range(n):\n    return (0,) if dist.get_rank() else (0, 1)\n"
    "for i in range(2):\n    dist.barrier()",
}


class Schedule(unittest.TestCase):
    def test_of_complete_ones(self):
        for name, text in COMPLETE.items():
            with self.subTest(name):
                self.assertTrue(completes(ast.parse(START + text), 3))

    def test_all_others_are_let_through(self):
        for name, text in LET_THROUGH.items():
            with self.subTest(name):
                self.assertFalse(completes(ast.parse(START + text), 3))

    def test_the_number_of_ranks_counts(self):
        tree = ast.parse(START + "if dist.get_rank() == 1:\n    dist.barrier()")
        self.assertTrue(completes(tree, 1))
        self.assertFalse(completes(tree, 2))


if __name__ == "__main__":
    unittest.main()
