"""Tests the text of generated programs without running the programs."""

import ast
import builtins
import itertools
import pathlib
import unittest

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    import tomli as tomllib

import generate

_AXES = tomllib.loads((pathlib.Path(__file__).parent / "case.toml").read_text())["axes"]
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_BASE = {name: axis["values"][0] for name, axis in _AXES.items()} | {"world_size": 3}


def program(row="adversaries/a.healthy", seed=1, **axes):
    return generate.program(_BASE | axes, row, seed)


def undefined(text):
    """Returns the names that the program uses and does not define."""
    nodes = list(ast.walk(ast.parse(text)))
    names = [node for node in nodes if isinstance(node, ast.Name)]
    has = set(dir(builtins)) | {"__file__"}
    has |= {node.id for node in names if isinstance(node.ctx, ast.Store)}
    has |= {node.name for node in nodes if isinstance(node, _DEFINITIONS)}
    has |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    for node in nodes:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            has |= {(name.asname or name.name).split(".")[0] for name in node.names}
    return {node.id for node in names} - has


def setting(text, name):
    return next(line for line in text.splitlines() if line.startswith(f"{name} = ")).split()[-1]


class Generate(unittest.TestCase):
    def test_each_program_has_all_that_it_uses(self):
        for first, second in itertools.combinations(_AXES, 2):
            values = _AXES[first]["values"], _AXES[second]["values"]
            for one, other in itertools.product(*values):
                axes = {first: one, second: other}
                with self.subTest(**axes):
                    self.assertEqual(undefined(program(**axes)), set())

    def test_a_program_has_no_part_of_another(self):
        text = program(helper="timer", blocked_in="flock")
        self.assertIn("def flock(", text)
        self.assertNotIn("def waitpid(", text)
        self.assertNotIn("--sidecar", text)

    def test_equal_rows_and_seeds_give_equal_programs(self):
        self.assertEqual(program(), program())
        self.assertNotEqual(program(), program(seed=2))

    def test_a_twin_differs_in_its_end_alone(self):
        healthy, twin = program(), program("adversaries/a.hangs", twin="hangs", ending="forgets")
        changed = set(healthy.splitlines()) ^ set(twin.splitlines())
        code = [line for line in changed if line.isidentifier() or " = " in line]
        self.assertEqual(sorted(code), ["ENDING = 'forgets'", "ENDING = 'releases'"])

    def test_a_change_is_a_part_of_both_programs(self):
        for change in _AXES["afterwards"]["values"][1:]:
            axes = {"afterwards": change, "ending": "never"}
            for text in program(**axes), program("adversaries/a.hangs", twin="hangs", **axes):
                with self.subTest(**axes):
                    self.assertIn(f"change = {change}\n", text)
                    self.assertIn(f"def {change}(", text)
                    self.assertLess(float(setting(text, "HOLD")), generate.FOREVER)

    def test_a_helper_that_never_returns_stays_in_its_change(self):
        text = program(twin="hangs", ending="never", afterwards="thread_renamed")
        self.assertEqual(float(setting(text, "PAUSE")), generate.FOREVER)

    def test_a_healthy_program_is_over_before_a_likely_deadlock_ends_it(self):
        for seed in range(200):
            hold = float(setting(program(seed=seed), "HOLD"))
            self.assertTrue(0.4 <= hold <= 2.5, hold)


if __name__ == "__main__":
    unittest.main()
