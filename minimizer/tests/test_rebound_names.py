"""Tests cases that bind names more than once. The exported script must compute the same values as
the case."""

import math
import pathlib
import sys
import tempfile
import types
import unittest
import unittest.mock

from gridlock_minimizer.export.request import Request
from gridlock_minimizer.export.script import script_of

PACKAGE = str(pathlib.Path(__file__).parents[2] / "harness" / "rank")
HELPER = """
SCALE = 5

def loss(model, inputs, targets):
    return scaled(inputs + targets)

def scaled(x):
    return x * SCALE

def twice(x):
    return 2 * loss(None, x, 0)
"""
# Each text defines loss(model, inputs, targets). The rest of the case is added.
IMPORT_THAT_FAILS = """
try:
    import no_such_module
except ImportError:
    no_such_module = None
try:
    from no_such_module_either import something
    HAS = True
except ImportError:
    HAS = False
def loss(model, inputs, targets):
    return targets if no_such_module or HAS else inputs
"""
PLAIN = "def loss(model, inputs, targets):\n    return inputs + targets\n"
DECORATE = """
def decorate(function):
    def inner(model, inputs, targets):
        return 3 * function(model, inputs, targets)
    return inner
"""
CASES = {
    "wrapped by a function of the same name": PLAIN
    + "_plain = loss\ndef loss(model, inputs, targets):\n"
    "    return 2 * _plain(model, inputs, targets)\n",
    "wrapped twice": PLAIN
    + "_a = loss\ndef loss(model, inputs, targets):\n    return 2 * _a(model, inputs, targets)\n"
    "_b = loss\ndef loss(model, inputs, targets):\n    return 1 + _b(model, inputs, targets)\n",
    "replaced by what a call returns": DECORATE + PLAIN + "loss = decorate(loss)\n",
    "decorated": DECORATE + "@decorate\n" + PLAIN,
    "decorated, and wrapped": DECORATE + "@decorate\n" + PLAIN
    + "_plain = loss\ndef loss(model, inputs, targets):\n"
    "    return 2 + _plain(model, inputs, targets)\n",
    "replaced by a function": PLAIN
    + "_plain = loss\ndef doubled(model, inputs, targets):\n"
    "    return 2 * _plain(model, inputs, targets)\n"
    "def install():\n    global loss\n    loss = doubled\ninstall()\n",
    "a lambda around itself": PLAIN
    + "loss = (lambda f: lambda model, inputs, targets: 7 * f(model, inputs, targets))(loss)\n",
    "a partial of itself": "import functools\n"
    "def loss(scale, model, inputs, targets):\n    return scale * (inputs + targets)\n"
    "loss = functools.partial(loss, 11)\n",
    "bound in a condition": "import sys\n" + PLAIN
    + "if sys.maxsize:\n    _plain = loss\n    def loss(model, inputs, targets):\n"
    "        return 2 * _plain(model, inputs, targets)\n",
    "a function that another one calls": "def part(x):\n    return x\n"
    "_part = part\ndef part(x):\n    return _part(x) + 1\n"
    "def loss(model, inputs, targets):\n    return part(inputs) * part(targets)\n",
    "a class": "class Scale:\n    def of(self, x):\n        return x\n"
    "_Scale = Scale\nclass Scale(_Scale):\n    def of(self, x):\n        return 2 * super().of(x)\n"
    "def loss(model, inputs, targets):\n    return Scale().of(inputs) + targets\n",
    "a constant": "K = 1\nFIRST = K\nK = K + 1\nK += 1\n"
    "def loss(model, inputs, targets):\n    return K * inputs + FIRST * targets\n",
    "a constant between two reads": "K = 2\nTABLE = {'k': K}\nK = 3\n"
    "def loss(model, inputs, targets):\n    return K * inputs + TABLE['k'] * targets\n",
    "a builtin": "_sum = sum\ndef sum(values):\n    return 10 * _sum(values)\n"
    "def loss(model, inputs, targets):\n    return sum([inputs, targets])\n",
    "a builtin in one branch only": "import sys\nif not sys.maxsize:\n"
    "    def abs(x):\n        return 0\n"
    "def loss(model, inputs, targets):\n    return abs(-inputs)\n",
    "imported from a neighbor, and wrapped": "from helper import loss, twice\n"
    "_plain = loss\ndef loss(model, inputs, targets):\n"
    "    return 2 * _plain(model, inputs, targets) + twice(inputs)\n",
    "a neighbor's, imported and redefined": "from helper import scaled, twice\n"
    "def scaled(x):\n    return x\n"
    "def loss(model, inputs, targets):\n    return scaled(inputs) + twice(targets)\n",
    "an import from elsewhere, wrapped": "from math import hypot\n"
    "_hypot = hypot\ndef hypot(a, b):\n    return 2 * _hypot(a, b)\n"
    "def loss(model, inputs, targets):\n    return hypot(inputs, targets)\n",
    "an import, replaced by what a call returns": "import functools\nfrom math import hypot\n"
    "hypot = functools.lru_cache(hypot)\n"
    "def loss(model, inputs, targets):\n    return hypot(inputs, targets)\n",
    "one name, imported from two places": "def a(x):\n    from math import floor as part\n"
    "    return part(x)\n"
    "def b(x):\n    from math import ceil as part\n    return part(x)\n"
    "def loss(model, inputs, targets):\n    return a(inputs + 0.5) * 10 + b(targets + 0.5)\n",
    "imported in a function, defined at the top": "def scaled(x):\n    return x\n"
    "def big(x):\n    from helper import scaled\n    return scaled(x)\n"
    "def loss(model, inputs, targets):\n    return scaled(inputs) + big(targets)\n",
    "an import that fails": IMPORT_THAT_FAILS,
    "an import of a part that may fail": "import os\ntry:\n    import os.path\n    HAS = True\n"
    "except ImportError:\n    HAS = False\n"
    "def loss(model, inputs, targets):\n    return inputs if HAS and os.path.sep else os.sep\n",
    "imported twice, the last one counts": "from helper import loss\n"
    "_plain = loss\nfrom math import hypot as loss\n_other = loss\n"
    "def loss(model, inputs, targets):\n"
    "    return _plain(model, inputs, targets) + _other(inputs, targets)\n",
}  # fmt: skip
# A case with a wrapped loss. Each item of CASES is a module in the folder of the case.
MAIN = """
import torch
from torch import nn
{imports}

def cached(function):
    made = {{}}
    def inner(cell):
        if cell not in made:
            made[cell] = function(cell)
        return made[cell]
    return inner

@cached
def model(cell):
    return nn.Linear(8, getattr(cell, "width", 4))

def layers(model):
    return [model]

def batch(cell, step):
    return torch.ones(4, 8), torch.ones(4, 8)

def loss(model, inputs, targets):
    return torch.nn.functional.mse_loss(model(inputs), targets)

_loss = loss

def loss(model, inputs, targets):
    return 2 * _loss(model, inputs, targets)

OF = {{{losses}}}

def losses(inputs, targets):
    return {{name: of(inputs, targets) for name, of in OF.items()}}

assert callable(losses)
"""


def exported(folder):
    axes = {"world_size": 2}
    cell = {"cell": "a/cell", "case_dir": str(folder), "axes": axes, "world_size": 2}
    return script_of(Request(cell=cell | {"steps": 2, "seed": 9}, package=PACKAGE))


def write(folder):
    numbers = range(len(CASES))
    for number, case in zip(numbers, CASES.values()):
        last = f"def loss_{number}(inputs, targets):\n    return loss(None, inputs, targets)\n"
        (folder / f"neighbor_{number}.py").write_text(case + last)
    (folder / "helper.py").write_text(HELPER)
    made = [f"from neighbor_{n} import loss_{n}" for n in numbers]
    losses = ", ".join(f"{n}: loss_{n}" for n in numbers)
    (folder / "case.py").write_text(MAIN.format(imports="\n".join(made), losses=losses))


def run(text):
    module = types.ModuleType("script")
    exec(compile(text, "script", "exec"), module.__dict__)
    return module


def answer(function):
    try:
        return function(3, 4)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


class ReboundNames(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            write(pathlib.Path(folder))
            cls.text = exported(folder)
            with unittest.mock.patch.object(sys, "path", [folder, *sys.path]):
                cls.case = run((pathlib.Path(folder) / "case.py").read_text())
        cls.script = run(cls.text)

    def test_mean_the_same(self):
        for what, of_case, of_script in zip(CASES, self.case.OF.values(), self.script.OF.values()):
            with self.subTest(what):
                wanted = of_case(3, 4)
                self.assertTrue(math.isfinite(wanted))
                self.assertEqual(answer(of_script), wanted)

    def test_the_case_s_own_loss(self):
        import torch

        model = torch.nn.Linear(8, 8)
        rows = torch.ones(4, 8), torch.zeros(4, 8)
        self.assertEqual(self.script.loss(model, *rows), self.case.loss(model, *rows))

    def test_a_function_that_a_decorator_calls_keeps_its_parameters(self):
        cell = self.script.CELL
        self.assertIs(self.script.model(cell), self.script.model(cell))
        self.assertEqual(self.script.model(cell).out_features, 4)

    def test_nothing_is_imported_from_neighbors(self):
        self.assertNotRegex(self.text, r"from (helper|neighbor)|import (helper|neighbor)")


if __name__ == "__main__":
    unittest.main()
