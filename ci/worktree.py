"""Creates a worktree of the last commit, in which mutants.py and recipes.py apply edits, build and
test.

An edit is a table with the key `file` and one of these:
  find, replace  replaces the only occurrence of `find` by `replace`
  find, add      inserts `add` after the only occurrence of `find`
  text           creates the file with this text
"""

import contextlib
import functools
import os
import pathlib
import subprocess
import sys

import test_times

ROOT = pathlib.Path(__file__).resolve().parents[1]
TREE = ROOT / "build" / "mutants"
BUILD = TREE / "build" / "release"
_LIMIT_SECONDS = 600  # time limit of one test
PYTHON = os.environ.get("GRIDLOCK_PYTHON", str(ROOT / ".venv" / "bin" / "python"))


def run(*command, **more):
    return subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more
    )


def set_up():
    if not TREE.exists():
        run("git", "worktree", "prune", cwd=ROOT, check=True)
        run("git", "worktree", "add", "--detach", TREE, cwd=ROOT, check=True)
    head = run("git", "rev-parse", "HEAD", cwd=ROOT).stdout.strip()
    run("git", "checkout", "--force", "--detach", head, cwd=TREE, check=True)
    run("git", "clean", "-d", "--force", cwd=TREE, check=True)  # left by an interrupted run
    options = (f"-DGRIDLOCK_PYTHON={PYTHON}", "-DGRIDLOCK_TESTS=ON")
    configured = run("cmake", "--preset", "release", "-S", TREE, *options)
    built = build()
    if configured.returncode or built.returncode:
        sys.exit(configured.stdout + built.stdout)


def build():
    return run("cmake", "--build", BUILD, "--target", "all", "tests")


def misplaced(edit, tree):
    """Returns why the edit cannot be applied in `tree`, or ""."""
    path = tree / edit["file"]
    if "text" in edit:
        return f"{edit['file']} already exists" if path.exists() else ""
    if not path.exists():
        return f"the file {edit['file']} does not exist"
    places = path.read_text().count(edit["find"])
    return "" if places == 1 else f"{edit['file']} contains `find` {places} times, not once"


def apply(edit, tree):
    path = tree / edit["file"]
    if problem := misplaced(edit, tree):
        sys.exit(problem)
    if "text" in edit:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(edit["text"])
        return
    replacement = edit["find"] + edit["add"] if "add" in edit else edit["replace"]
    path.write_text(path.read_text().replace(edit["find"], replacement))


@contextlib.contextmanager
def edited(edits, tree=TREE):
    """Applies the edits in order. Restores the files at the end of the `with` block."""
    paths = {tree / edit["file"] for edit in edits}
    before = {path: path.read_text() if path.exists() else None for path in paths}
    try:
        for edit in edits:
            apply(edit, tree)
        yield
    finally:
        for path, text in before.items():
            path.unlink(missing_ok=True) if text is None else path.write_text(text)


@functools.cache
def entries():
    """Returns a dict of ctest's entries by name, without the nightly ones."""
    return {test["name"]: test for test in test_times.listed(BUILD, ["-LE", "nightly"])}


def only_nightly(program):
    """Returns a gtest filter, "-TEST:…", that excludes the nightly tests of the program, or ""."""
    words = [word for test in entries().values() for word in test["command"]
             if pathlib.Path(test["command"][0]).name == program and ":-" in word]  # fmt: skip
    return "-" + words[0].partition(":-")[2] if words else ""


def fails(test):
    """Returns whether the test fails or takes too long. An edit may make a test wait forever."""
    try:
        return _result(test).returncode != 0
    except subprocess.TimeoutExpired:
        return True


def _result(test):
    """Runs `test`, which has one of the three forms of `tests` in mutants.toml."""
    name, _, part = test.partition(" ")
    if not part:
        only = ("-R", f"^{name}$", "--no-tests=error")
        return run("ctest", "--test-dir", BUILD, *only, timeout=_LIMIT_SECONDS)
    if part.startswith("test_"):
        found = entries()[name]
        command = [word for word in found["command"] if not word.startswith("test_")]
        variables = os.environ | dict(entry.split("=", 1) for entry in found["ENVIRONMENT"])
        where = found["WORKING_DIRECTORY"]
        return run(*command, part, cwd=where, env=variables, timeout=_LIMIT_SECONDS)
    chosen = f"--gtest_filter={part}:{only_nightly(name)}"
    return run(BUILD / "bin" / name, chosen, "--gtest_brief=1", timeout=_LIMIT_SECONDS)
