"""Tests how a fork with inherited modules ends. Small modules take the place of torch's."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

import gridlock

_TELLS = """
class Told:
    def __del__(self, print=print, name=__name__):
        print("cleared:", name, flush=True)

told = Told()
"""
_FORKS = """
import atexit, ctypes, os, sys
from gridlock.start.inherited import inherited
with inherited():
    import torch.distributed

class Late:
    def __del__(self):
        import torch
        print("imported:", torch.told is TOLD)

TOLD = torch.told
if os.fork():
    print("ended:", os.waitstatus_to_exitcode(os.wait()[1]), flush=True)
    os._exit(0)
import own
atexit.register(print, "atexit")
ctypes.CDLL(None).printf(b"buffered\\n")
late = Late()
late.itself = late
del late
sys.exit(7)
"""


class InheritedTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            modules = pathlib.Path(folder)
            (modules / "torch/distributed").mkdir(parents=True)
            for module in ("torch/__init__", "torch/distributed/__init__", "own"):
                (modules / f"{module}.py").write_text(_TELLS)
            (modules / "main.py").write_text(_FORKS)
            package = str(pathlib.Path(gridlock.__file__).parents[1])
            ended = subprocess.run(
                [sys.executable, "-P", modules / "main.py"],
                env={"PYTHONPATH": f"{folder}:{package}"},
                capture_output=True,
                text=True,
                check=True,
            )
        cls.lines = ended.stdout.splitlines()
        cls.errors = ended.stderr

    def test_what_the_fork_made_ends_as_ever(self):
        self.assertEqual(self.errors, "")
        self.assertIn("atexit", self.lines)
        self.assertIn("buffered", self.lines)
        self.assertIn("cleared: own", self.lines)
        self.assertEqual(self.lines[-1], "ended: 7")

    def test_inherited_modules_are_left_to_the_kernel(self):
        self.assertNotIn("cleared: torch", self.lines)

    def test_process_groups_end_with_their_modules(self):
        self.assertIn("cleared: torch.distributed", self.lines)

    def test_a_destructor_can_import_what_was_kept(self):
        self.assertIn("imported: True", self.lines)


if __name__ == "__main__":
    unittest.main()
