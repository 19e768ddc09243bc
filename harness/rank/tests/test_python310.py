"""Tests the package without two things that Python 3.10 lacks: newer syntax, and tomllib, in place
of which gridlock uses the package tomli."""

import ast
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).parents[3]

# tomllib was made from the package tomli, so it can take the place of tomli here.
WITHOUT_TOMLLIB = "import sys, tomllib; sys.modules.update(tomli=tomllib, tomllib=None)\n"
WITHOUT_BOTH = "import sys; sys.modules.update(tomli=None, tomllib=None)\n"


def printed(program, *arguments):
    command = [sys.executable, "-c", program, *map(str, arguments)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


class Python310(unittest.TestCase):
    def test_axes_of_a_case_are_read_with_tomli(self):
        program = "from gridlock.cell import case_defaults\nprint(case_defaults(sys.argv[1]))"
        folder = ROOT / "cases" / "faults" / "missing_rank"
        self.assertEqual(printed(WITHOUT_TOMLLIB + program, folder), "{'faulty_rank': 1}\n")

    def test_headers_of_scripts_are_read_with_tomli(self):
        program = (
            "import pathlib\nsys.path.insert(0, sys.argv[1])\nimport header\n"
            "print(header.expected(pathlib.Path(sys.argv[1], sys.argv[2]))['verdict'])"
        )
        scripts = ROOT / "harness" / "exec" / "scripts"
        said = printed(WITHOUT_TOMLLIB + program, scripts, "hanging/barrier_on_rank0.py")
        self.assertEqual(said, "deadlock\n")

    def test_scripts_for_a_later_torch_are_left_out(self):
        program = (
            "sys.path.insert(0, sys.argv[1])\nimport header\n"
            "print(*('hanging/compile_cache_of_rank0' in header.headers(v) for v in sys.argv[2:]))"
        )
        scripts = ROOT / "harness" / "exec" / "scripts"
        versions = "2.9.1", "2.14.1+cpu", "2.15.0a0+git12", "2.15.0+cu132", "3.0"
        said = printed(WITHOUT_TOMLLIB + program, scripts, *versions)
        self.assertEqual(said, "False False True True True\n")

    def test_a_program_under_exec_needs_neither(self):
        program = "from gridlock.probe import attach\nprint(1)"
        self.assertEqual(printed(WITHOUT_BOTH + program), "1\n")

    def test_no_file_has_newer_syntax(self):
        for room in ("cases", "ci", "harness", "golden"):
            for path in sorted((ROOT / room).rglob("*.py")):
                with self.subTest(path.relative_to(ROOT)):
                    ast.parse(path.read_text(), feature_version=(3, 10))


if __name__ == "__main__":
    unittest.main()
