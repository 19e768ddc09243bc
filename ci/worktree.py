"""A worktree of the last commit, in which mutants.py and recipes.py apply edits, build and test.

An edit is a table: `file`, and one of these. `find` and `replace`: replaces the only occurrence of
`find`. `find` and `add`: inserts `add` after it. `text`: a new file.
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
_LIMIT_SECONDS = 600  # for one test
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
    run("git", "clean", "-d", "--force", cwd=TREE, check=True)  # new files of an interrupted run
    options = (f"-DGRIDLOCK_PYTHON={PYTHON}", "-DGRIDLOCK_TESTS=ON")
    configured = run("cmake", "--preset", "release", "-S", TREE, *options)
    built = build()
    if configured.returncode or built.returncode:
        sys.exit(configured.stdout + built.stdout)


def build():
    return run("cmake", "--build", BUILD, "--target", "all", "tests")


def misplaced(edit, tree):
    """Returns what is wrong with the edit's place in `tree`, or ""."""
    path = tree / edit["file"]
    if "text" in edit:
        return f"{edit['file']} exists" if path.exists() else ""
    if not path.exists():
        return f"there is no {edit['file']}"
    places = path.read_text().count(edit["find"])
    return "" if places == 1 else f"{edit['file']} has {places} such places"


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
    """Applies the edits, one after the other, and takes them back."""
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
    """Returns the entries of ctest without those of --all, by name."""
    return {test["name"]: test for test in test_times.listed(BUILD, ["-LE", "nightly"])}


def only_nightly(program):
    """Returns "-TEST:…" with those of the program's tests that ctest runs only with --all."""
    words = [word for test in entries().values() for word in test["command"]
             if pathlib.Path(test["command"][0]).name == program and ":-" in word]  # fmt: skip
    return "-" + words[0].partition(":-")[2] if words else ""


def fails(test):
    """Returns whether the test fails or does not end, since an edit may let a test wait forever."""
    try:
        return _result(test).returncode != 0
    except subprocess.TimeoutExpired:
        return True


def _result(test):
    """Runs an entry of ctest; a program's tests; or one of the modules that an entry runs."""
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
