"""Runs a script as its recipient would: in a fresh interpreter, without this package."""

import os
import pathlib
import subprocess
import sys
import tempfile


class Started:
    """A script that runs in the background."""

    def __init__(self, text, *arguments):
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
        self._folder = tempfile.TemporaryDirectory()
        path = pathlib.Path(self._folder.name) / "repro.py"
        path.write_text(text)
        self._process = subprocess.Popen(
            [sys.executable, str(path), *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
        )  # fmt: skip

    def end(self):
        """Returns the exit code of the script, its output, and its last line on standard error."""
        output, errors = self._process.communicate()
        return self._process.returncode, output, errors.strip().rpartition("\n")[2]

    def stop(self):
        """Kills the script if it is still running. Its ranks exit at their time limit."""
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()
        self._process.stderr.close()
        self._folder.cleanup()


def run(text, *arguments):
    started = Started(text, *arguments)
    try:
        return started.end()
    finally:
        started.stop()
