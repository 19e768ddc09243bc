"""Tests that a script with local modules becomes one script with the same behavior."""

import ast
import pathlib
import subprocess
import sys
import tempfile
import unittest

from gridlock_minimizer.linking.linker import link
from gridlock_minimizer.linking.modules import LinkError
from gridlock_minimizer.screen import refusal

PROJECT = pathlib.Path(__file__).parent / "scripts" / "project"


def output(path):
    command = [sys.executable, str(path)]
    return subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, cwd=path.parent
    ).stdout


class Linking(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, **files):
        for name, text in files.items():
            (self.folder / f"{name}.py").write_text(text)
        return self.folder / "main.py"

    def test_one_script_does_what_several_modules_do(self):
        text = link(PROJECT / "train.py").replace("import torch", "")
        text = text.replace("torch.float32", "str(1)")
        self.assertEqual(refusal(ast.parse(text)), "")
        one = self.write(main=text)
        torch = self.folder / "torch.py"
        torch.write_text("float32 = 1")
        command = [sys.executable, "-c", "import runpy, sys; sys.path[:0] = sys.argv[1:3]; "
                   "runpy.run_path(sys.argv[3], run_name='__main__')"]  # fmt: skip
        several = subprocess.run(
            [*command, str(PROJECT), str(self.folder), str(PROJECT / "train.py")],
            check=True, stdout=subprocess.PIPE, text=True,
        ).stdout  # fmt: skip
        torch.unlink()
        self.assertEqual(output(one), several)

    def test_a_script_without_local_modules_stays_as_it_is(self):
        script = self.write(main="import json  # and a comment\nprint(json.dumps( 1 ))\n")
        self.assertEqual(link(script), script.read_text())

    def test_what_several_modules_import_is_imported_once(self):
        script = self.write(
            main="import json\nimport a\nprint(json, a.x)\n", a="import json\nx = json\n"
        )
        self.assertEqual(link(script).count("import json"), 1)

    def test_modules_that_import_each_other(self):
        script = self.write(
            main="import a\nprint(a.even(4))\n",
            a="import b\ndef even(n): return n == 0 or b.odd(n - 1)\n",
            b="import a\ndef odd(n): return n != 0 and a.even(n - 1)\n",
        )
        self.assertEqual(output(self.write(main=link(script))), "True\n")

    def test_what_cannot_be_one_file_is_said(self):
        for text, why in (
            ("import a\nprint(a)\n", "uses the module a as a value"),
            ("import a\na.x = 1\n", "assigns to a.x"),
            ("import a\nprint(a.y)\n", "uses a.y, which that module does not define"),
            ("from a import y\n", "imports 'y' from a, which does not define it"),
        ):
            with self.subTest(text), self.assertRaisesRegex(LinkError, why):
                link(self.write(main=text, a="x = 1\n"))

    def test_a_module_with_an_error_is_named(self):
        with self.assertRaisesRegex(LinkError, "a.py cannot be read"):
            link(self.write(main="import a\n", a="def f(:\n"))


if __name__ == "__main__":
    unittest.main()
