#!/usr/bin/env python3
"""ci/edit_loop.py [FOLDER…]: measures two times for each folder. Both begin with a change in the
folder's longest source, which is only touched. The first time ends when the folder's unit tests
have run, the second when all programs of gridlock are built. Uses build/release (or
GRIDLOCK_BUILD), which must already be built with its tests.
"""

import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = pathlib.Path(os.environ.get("GRIDLOCK_BUILD", ROOT / "build" / "release"))
_UNIT_TEST = re.compile(r"^gridlock_test\((\w+)(?:(?!LABEL integration)[^)])*\)", re.M)
_PROGRAMS = ("all", "gridlock-minimize", "gridlock-review", "gridlock-bench", "gridlock-pages")


def rooms():
    """Yields (folder, its longest source, its unit tests)."""
    for lists in sorted(ROOT.glob("*/**/CMakeLists.txt")):
        if ROOT / "build" in lists.parents:
            continue
        sources = [path for path in lists.parent.glob("*.cc") if not path.stem.endswith("_test")]
        tests = _UNIT_TEST.findall(lists.read_text())
        if sources and tests:
            yield lists.parent, max(sources, key=lambda path: path.stat().st_size), tests


def seconds(*commands):
    began = time.monotonic()
    for command in commands:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
    return time.monotonic() - began


def built(*targets):
    return ["cmake", "--build", BUILD, "--target", *targets]


def tested(*tests):
    wanted, jobs = f"^({'|'.join(tests)})$", str(os.cpu_count() + 2)  # like ./gridlock test
    return ["ctest", "--test-dir", BUILD, "--parallel", jobs, "-R", wanted]


def main():
    seconds(built(*_PROGRAMS, "tests"))
    loops = []
    print(f"{'room':<34}{'tests':>8}{'programs':>10}")
    for folder, source, tests in rooms():
        room = str(folder.relative_to(ROOT))
        if sys.argv[1:] and room not in sys.argv[1:]:
            continue
        source.touch()
        until_tested = seconds(built(*tests), tested(*tests))
        source.touch()
        until_running = seconds(built(*_PROGRAMS))
        loops.append((until_tested, until_running))
        print(f"{room:<34}{until_tested:8.1f}{until_running:10.1f}  {source.name}", flush=True)
    print(f"{'worst':<34}{max(t for t, _ in loops):8.1f}{max(r for _, r in loops):10.1f}")


if __name__ == "__main__":
    main()
