"""Running a script as whoever gets it runs it: in a fresh interpreter, without this package."""

import os
import pathlib
import subprocess
import sys
import tempfile


def run(text, *arguments):
    """The exit code of a script, what it prints, and its last line on standard error."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "repro.py"
        path.write_text(text)
        command = [sys.executable, str(path), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, env=environment)
    return done.returncode, done.stdout, done.stderr.strip().rpartition("\n")[2]
