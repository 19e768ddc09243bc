"""python -m gridlock_testing.modules [--jobs N] MODULE…: runs modules of unittest. Each module runs
in a fork of one process that has imported torch. So torch is imported only once, and no module is
affected by changes that another module makes.

Prints the output of modules that fail. The exit code is 1 if a module fails.
"""

import argparse
import os
import sys
import tempfile
import time
import traceback
import unittest

from gridlock.start import zygote


def preload_once():
    """Imports torch now, so that forks of this process inherit it. Test modules call this function,
    because each can also run alone."""
    if "gridlock.start.preloads" not in sys.modules:
        zygote.preload()


def _fork(module, output):
    pid = os.fork()
    if pid:
        return pid
    for descriptor in (1, 2):
        os.dup2(output.fileno(), descriptor)
    code = 1
    try:
        result = unittest.main(module=module, argv=[module], exit=False).result
        code = 0 if result.wasSuccessful() and result.testsRun else 1
    except BaseException:  # the module could not be imported
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


class _Running:
    """A test module that is running."""

    def __init__(self, module):
        self.module, self.began = module, time.monotonic()
        self.output = tempfile.TemporaryFile()
        self.pid = _fork(module, self.output)

    def report(self, status, used):
        """Prints the result of the module. Returns whether it passed."""
        code = os.waitstatus_to_exitcode(status)
        seconds, processor = time.monotonic() - self.began, used.ru_utime + used.ru_stime
        result = "passed" if code == 0 else "FAILED"
        print(f"{result} {self.module} ({seconds:.1f} s, {processor:.1f} s of processor)", flush=True)
        if code == 0:
            return True
        if code < 0:
            print(f"killed by signal {-code}")
        self.output.seek(0)
        print(self.output.read().decode(errors="replace"), flush=True)
        return False


def run(modules, jobs):
    """Runs the modules. Returns whether all modules passed."""
    waiting, running, passed = list(reversed(modules)), {}, True
    while waiting or running:
        while waiting and len(running) < jobs:
            started = _Running(waiting.pop())
            running[started.pid] = started
        pid, status, used = os.wait3(0)
        if pid in running:  # any other child is an orphan
            passed &= running.pop(pid).report(status, used)
    return passed


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("modules", nargs="+")
    arguments = parser.parse_args()
    sys.path.insert(0, os.getcwd())
    preload_once()
    return 0 if run(arguments.modules, arguments.jobs) else 1


if __name__ == "__main__":
    sys.exit(main())
