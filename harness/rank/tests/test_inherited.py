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

def print_at_python_s_end():  # to stderr
    printer = ctypes.cast(ctypes.CDLL(None).malloc_stats, ctypes.c_void_p)
    ctypes.pythonapi.Py_AtExit(printer)

with inherited():
    import torch.distributed
    print_at_python_s_end()

class Late:
    def __del__(self):
        import torch
        print("imported:", torch.told is TOLD)

TOLD = torch.told
if os.fork():
    print("ended:", os.waitstatus_to_exitcode(os.wait()[1]), flush=True)
    os._exit(0)
import own
if "loud" in sys.argv:
    print_at_python_s_end()
atexit.register(print, "atexit")
ctypes.CDLL(None).printf(b"buffered\\n")
late = Late()
late.itself = late
del late
sys.exit(7)
"""


def threads_library():
    paths = [pathlib.Path(folder) / "gridlock_threads.so" for folder in sys.path]
    return str(next(path for path in paths if path.exists()))


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
            path = {"PYTHONPATH": f"{folder}:{package}", "LD_PRELOAD": threads_library()}

            def run(*arguments):
                command = [sys.executable, "-P", modules / "main.py", *arguments]
                return subprocess.run(
                    command, env=path, capture_output=True, text=True, check=True
                )

            ended, cls.loud = run(), run("loud")
        cls.lines = ended.stdout.splitlines()
        cls.errors = ended.stderr

    def test_what_the_fork_made_ends_as_ever(self):
        self.assertEqual(self.errors, "")
        self.assertIn("atexit", self.lines)
        self.assertIn("buffered", self.lines)
        self.assertIn("cleared: own", self.lines)
        self.assertEqual(self.lines[-1], "ended: 7")

    def test_only_what_inherited_libraries_print_at_the_end_is_hidden(self):
        self.assertEqual(self.loud.stderr.count("Total (incl. mmap)"), 1)

    def test_inherited_modules_are_left_to_the_kernel(self):
        self.assertNotIn("cleared: torch", self.lines)

    def test_process_groups_end_with_their_modules(self):
        self.assertIn("cleared: torch.distributed", self.lines)

    def test_a_destructor_can_import_what_was_kept(self):
        self.assertIn("imported: True", self.lines)


if __name__ == "__main__":
    unittest.main()
