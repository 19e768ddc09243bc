#!/usr/bin/env python3
"""Prints what each test costs: wall time, processor time, and how many processes import torch.

    ci/test_times.py [--jobs N] [--out FILE.tsv] [ctest options, such as -L unit or -R Exec]

Runs the tests of build/release itself, because ctest reports only wall time. Follows the ctest
properties PROCESSORS, RUN_SERIAL, ENVIRONMENT and TIMEOUT. Processor time includes all processes of
a test: this program adopts those whose parent has ended. Prints the sums for each label and for
each group (the test's name up to its first dot), and the slowest tests. Exits with 1 if a test
failed.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import signal
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = pathlib.Path(os.environ.get("GRIDLOCK_BUILD", ROOT / "build" / "release"))

# Code that every Python runs at its start, through a .pth file. It counts the processes that import
# torch.
_COUNTER = """
import os, sys
path = os.environ.get("GRIDLOCK_COUNT_IMPORTS")
class Counter:
    seen = False
    def find_spec(name, *_):
        if name != "torch" or Counter.seen: return
        if sys._getframe(2).f_code.co_name != "_find_and_load_unlocked": return  # no import
        Counter.seen = True
        with open(path, "a") as file: file.write(".")
if path and not hasattr(sys, "counts_torch"):  # runs twice if lib64 links to lib
    sys.meta_path.insert(0, Counter)
    sys.counts_torch = True
"""


def listed(build, options):
    found = subprocess.run(
        ["ctest", "--test-dir", build, "--show-only=json-v1", *options],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    for test in json.loads(found.stdout)["tests"]:
        properties = {entry["name"]: entry["value"] for entry in test.get("properties", [])}
        yield {"name": test["name"], "command": test["command"], **properties}


def environment(test, counted):
    variables = dict(os.environ, GRIDLOCK_COUNT_IMPORTS=str(counted))
    variables.update(entry.split("=", 1) for entry in test.get("ENVIRONMENT", []))
    return variables


# A program that runs a command, waits for it and for the orphans that it leaves, and writes the
# processor time of all of them to a file.
_ADOPT = """
import ctypes, os, resource, subprocess, sys
ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER
code = subprocess.run(sys.argv[2:]).returncode
try:
    while True: os.wait()
except ChildProcessError: pass
used = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(sys.argv[1], "w") as file: print(used.ru_utime + used.ru_stime, file=file)
sys.exit(code if code >= 0 else 128 - code)
"""


def measured(test):
    with tempfile.TemporaryDirectory() as folder:
        used, counted, log = (pathlib.Path(folder) / name for name in ("used", "counted", "log"))
        begin = time.monotonic()
        with log.open("wb") as output:
            child = subprocess.Popen(
                [sys.executable, "-c", _ADOPT, used, *test["command"]],
                env=environment(test, counted), cwd=test.get("WORKING_DIRECTORY"),
                stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
            try:
                code = child.wait(test.get("TIMEOUT", 1500))
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)
                code = child.wait()
        return {
            "name": test["name"],
            "label": ",".join(test.get("LABELS", [])),
            "wall": time.monotonic() - begin,
            "cpu": float(used.read_text()) if used.exists() else float("nan"),
            "imports": len(counted.read_text()) if counted.exists() else 0,
            "failed": code != 0,
            "log": log.read_text(errors="replace") if code != 0 else "",
        }


class Slots:
    """Limits the tests that run at the same time to `jobs` processors. A test with RUN_SERIAL takes
    all of them."""

    def __init__(self, jobs):
        self.jobs = self.free = jobs
        self.changed = threading.Condition()

    def run(self, test):
        wanted = self.jobs if test.get("RUN_SERIAL") else min(test.get("PROCESSORS", 1), self.jobs)
        with self.changed:
            self.changed.wait_for(lambda: self.free >= wanted)
            self.free -= wanted
        try:
            return measured(test)
        finally:
            with self.changed:
                self.free += wanted
                self.changed.notify_all()


def sums(results, key):
    groups = collections.defaultdict(list)
    for result in results:
        groups[key(result)].append(result)
    print(f"{'':32} {'tests':>6} {'wall s':>8} {'cpu s':>8} {'imports':>8}")
    for name, group in sorted(groups.items(), key=lambda pair: -sum(r["wall"] for r in pair[1])):
        columns = (sum(r[column] for r in group) for column in ("wall", "cpu", "imports"))
        print("{:32} {:6} {:8.1f} {:8.1f} {:8}".format(name[:32], len(group), *columns))


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--jobs", type=int, default=min(os.cpu_count() + 2, 8))
    parser.add_argument("--out", type=pathlib.Path)
    return parser.parse_known_args()


def main():
    own, options = arguments()
    python = os.environ.get("GRIDLOCK_PYTHON", ROOT / ".venv" / "bin" / "python")
    site = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        check=True, capture_output=True, text=True,
    ).stdout.strip()  # fmt: skip
    hook = pathlib.Path(site) / "gridlock_count_imports.pth"
    hook.write_text(f"import sys; exec({_COUNTER!r}, {{}})\n")
    begin, slots, results = time.monotonic(), Slots(own.jobs), []
    pool = concurrent.futures.ThreadPoolExecutor(own.jobs)
    try:
        dearest_first = sorted(listed(BUILD, options), key=lambda test: -test.get("COST", 0))
        waiting = [pool.submit(slots.run, test) for test in dearest_first]
        for done in concurrent.futures.as_completed(waiting):
            results.append(result := done.result())
            if result["failed"]:
                print(f"FAILED {result['name']}\n{result['log']}", flush=True)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        hook.unlink()
    print(f"{len(results)} tests in {time.monotonic() - begin:.0f} s with {own.jobs} at a time\n")
    sums(results, lambda result: result["label"])
    print()
    sums(results, lambda result: result["name"].partition(".")[0])
    print("\nthe slowest tests")
    for result in sorted(results, key=lambda result: -result["wall"])[:25]:
        print("{wall:8.1f} s  {cpu:8.1f} s cpu  {imports:3} imports  {name}".format(**result))
    if own.out:
        rows = ("{name}\t{label}\t{wall:.2f}\t{cpu:.2f}\t{imports}\t{failed}\n".format(**r) for r in results)
        own.out.write_text("name\tlabel\twall\tcpu\timports\tfailed\n" + "".join(rows))
    return any(result["failed"] for result in results)


if __name__ == "__main__":
    sys.exit(main())
