"""Tests the static checks. The checks refuse broken scripts without a run, and refuse no working
script."""

import ast
import pathlib
import random
import sysconfig
import unittest
import warnings

from gridlock_minimizer.screen import refusal

ROOT = pathlib.Path(__file__).parents[2]

REFUSED = {
    "f(1)": "unbound name 'f'",
    "def f():\n    return x\nf()": "unbound name 'x'",
    "class C:\n    y = 1\n    def f(self): return y\nC()": "unbound name 'y'",
    "[a for a in b]": "unbound name 'b'",
    "[a for b in [1]]": "unbound name 'a'",
    "def f():\n    print(x)\n    x = 1\nf()": "'x' is read before it is bound",
    "x = x + 1": "'x' is read before it is bound",
    "y = 2\nx = [x for z in x]": "'x' is read before it is bound",
    "class C:\n    def f(self): return self.x\nC().f()": "C has no attribute 'x'",
    "import torch.nn as nn\nclass M(nn.Module):\n    def forward(self, x): return self.layer(x)\nM()":
        "M has no attribute 'layer'",
    "def f(a): return a\nf()": "f() lacks the argument 'a'",
    "def f(a): return a\nf(1, 2)": "f() takes 1 argument, not 2",
    "def f(a): return a\nf(1, b=2)": "f() has no parameter 'b'",
    "def f(a): return a\nf(1, a=2)": "f() gets 'a' twice",
    "def f(*, a): return a\nf()": "f() lacks the argument 'a'",
    "class C:\n    def __init__(self, a): self.a = a\nC()": "C() lacks the argument 'a'",
    "class C:\n    def f(self, a): return a\n    def g(self): return self.f()\nC().g()":
        "self.f() lacks the argument 'a'",
    "class C: pass\nC(1)": "C() takes 0 arguments, not 1",
    "from typing import NamedTuple\nclass C(NamedTuple):\n    a: int\n    b: int = 1\nC()":
        "C() lacks the argument 'a'",
    "from dataclasses import dataclass\n@dataclass\nclass C:\n    a: int\nC(1, 2)":
        "C() takes 1 argument, not 2",
    "def f(): pass\nx, y = f()": "the result of f() is None",
    "def f(): pass\nf().x": "the result of f() is None",
    "def f(): return 1\nreturn f()": "does not compile: 'return' outside function (<script>, line 2)",
    "for x in [1]: pass\nbreak": "does not compile: 'break' outside loop (<script>, line 2)",
}  # fmt: skip

LET_THROUGH = [
    "from m import *\nf()",
    "globals()['x'] = 1\nprint(x)",
    "try:\n    x\nexcept NameError:\n    pass",
    "for i in range(2):\n    if i: print(x)\n    x = i",
    "x = 1\ndel x\nx = 2",
    "def f():\n    global x\n    x = 1\nf()\nprint(x)",
    "def f():\n    return g()\ndef g(): return 1\nf()",
    "class C:\n    def f(self): return self.x\nc = C()\nc.x = 1\nc.f()",
    "class C:\n    def f(self): return self.x\nc = C()\nsetattr(c, 'x', 1)\nc.f()",
    "class C(B):\n    def f(self): return self.x\nfrom b import B",
    "import torch.nn as nn\nclass M(nn.Module):\n    def f(self):\n        return self.parameters(), self.training\nM()",
    "from dataclasses import dataclass, field\n@dataclass\nclass C:\n    a: int\n"
    "    b: list = field(default_factory=list)\n    c: int = field(init=False)\nC(1)",
    "from dataclasses import dataclass\n@dataclass\nclass C:\n    a: int = 1\nC(a=2)",
    "def f(a, b=1, *c, **d): return a\nf(1, 2, 3, x=4)",
    "def f(a): return a\nf(*[1])",
    "def f(a): return a\nf = 1",
    "from w import wrapped\n@wrapped\ndef f(a): return a\nf()",
    "def f(): raise ValueError\nx, y = f()",
    "def f(): yield 1\nfor x in f(): pass",
    "class C:\n    x = 1\n    y = [z for z in range(x)] if x else x\n",
    "a = {}\na[next(t for t in [1])] = 2\nprint(t for t in a)",
    "if (n := 3) > 2: print(n)",
    "match [1]:\n    case [x]: print(x)",
    "lambda x: x\n[x for x in range(3) if x]\n{k: v for k, v in {}.items()}",
    "def f():\n    def g(): return x\n    x = 1\n    return g\nf()",
    "try:\n    x = 1\nexcept ValueError as e:\n    print(e)\nfinally:\n    pass\n",
    "while True:\n    try:\n        break\n    except OSError as e:\n        last = e\nprint(last)",
]

# Files that are not whole scripts, or whose code is a pattern for other code.
_PARTS = {"fragments", "skeleton"}
_PATTERNS = {"resume_execution.py"}


def working_scripts():
    rooms = (
        "harness/exec/scripts",
        "cases",
        "harness/rank/gridlock",
        "harness/rank/testing",
        "minimizer",
    )
    for room in rooms:
        for path in sorted((ROOT / room).rglob("*.py")):
            if not _PARTS & set(path.parts):
                yield path


def sample_of_torch(count):
    torch = pathlib.Path(sysconfig.get_paths()["purelib"]) / "torch"
    paths = [
        p
        for p in sorted(torch.rglob("*.py"))
        if p.name not in _PATTERNS and p.stat().st_size < 40_000
    ]
    return random.Random(1).sample(paths, min(count, len(paths)))


class Screen(unittest.TestCase):
    def test_refuses_what_cannot_work(self):
        for text, why in REFUSED.items():
            with self.subTest(text):
                self.assertEqual(refusal(ast.parse(text)), why)

    def test_lets_through_what_may_work(self):
        for text in LET_THROUGH:
            with self.subTest(text):
                self.assertEqual(refusal(ast.parse(text)), "")

    def test_refuses_nothing_that_works(self):
        for path in [*working_scripts(), *sample_of_torch(60)]:
            with self.subTest(path), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self.assertEqual(refusal(ast.parse(path.read_text(encoding="utf-8"))), "")


class ModuleAttributes(unittest.TestCase):
    def test_are_those_of_this_torch(self):
        """Compares MODULE_ATTRIBUTES with the source of torch.nn.Module, because importing torch
        takes seconds."""
        from gridlock_minimizer.screen.module_attributes import MODULE_ATTRIBUTES

        module = pathlib.Path(sysconfig.get_paths()["purelib"]) / "torch/nn/modules/module.py"
        if not module.exists():
            self.skipTest("no torch here")
        classes = {
            c.name: c for c in ast.parse(module.read_text()).body if isinstance(c, ast.ClassDef)
        }
        methods = {m.name for m in classes["Module"].body if isinstance(m, ast.FunctionDef)}
        self.assertEqual({m for m in methods if not m.startswith("__")} - MODULE_ATTRIBUTES, set())


if __name__ == "__main__":
    unittest.main()
