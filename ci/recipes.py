#!/usr/bin/env python3
"""Checks that the additions in recipes.toml work, and that each touches few files.

    ci/recipes.py [NAME PART …]
    ci/recipes.py --check

Makes the additions whose names contain one of the parts, one addition at a time, and runs the tests
that each addition lists. All of these tests must pass. Builds the last commit in the worktree of
mutants.py. --check makes no addition: it checks that the text that each edit replaces occurs
exactly once in the working tree, and that no addition touches more files than its limit, not
counting tests and docs. Exits with 1 if a test or a check fails.
"""

import argparse
import pathlib
import sys
import time

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    import tomli as tomllib

import worktree

# Names of folders with docs, with tests, or with code that only tests and benches use.
_FOR_TESTS = {"docs", "testing", "tests"}


def counts(file):
    """Returns whether the file counts toward the limit: it belongs to neither tests nor docs."""
    path = pathlib.PurePath(file)
    is_test = path.stem.endswith("_test") or path.stem.startswith("test_")
    return not is_test and path.suffix != ".md" and not _FOR_TESTS & set(path.parts[:-1])


def files_of(recipe):
    return sorted({edit["file"] for edit in recipe["edit"] if counts(edit["file"])})


def problems_of(recipe):
    for edit in recipe["edit"]:
        if problem := worktree.misplaced(edit, worktree.ROOT):
            yield problem
    files = files_of(recipe)
    if len(files) > recipe["limit"]:
        yield f"touches {len(files)} files, more than {recipe['limit']}: {', '.join(files)}"


def check(recipes):
    problems = [f"{recipe['name']}: {line}" for recipe in recipes for line in problems_of(recipe)]
    for recipe in recipes:
        print(f"{recipe['name']}: {', '.join(files_of(recipe))}")
    print("\n".join(problems or [f"all {len(recipes)} recipes are within their limits"]))
    return 1 if problems else 0


def outcome(recipe):
    """Returns whether the addition works, and a description."""
    with worktree.edited(recipe["edit"]):
        if (built := worktree.build()).returncode:
            return False, "NOT BUILT\n" + built.stdout[-2000:]
        failed = [test for test in recipe["tests"] if worktree.fails(test)]
        return not failed, f"FAILED: {', '.join(failed)}" if failed else "works"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    recipes = tomllib.loads((worktree.ROOT / "ci" / "recipes.toml").read_text())["recipe"]
    if arguments.check:
        return check(recipes)
    parts = arguments.names or [""]
    chosen = [recipe for recipe in recipes if any(part in recipe["name"] for part in parts)]
    worktree.set_up()
    broken = 0
    for recipe in chosen:
        began = time.monotonic()
        works, said = outcome(recipe)
        broken += not works
        print(f"{recipe['name']:<20}{said} ({time.monotonic() - began:.0f} s)", flush=True)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
