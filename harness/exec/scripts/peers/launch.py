"""Runs a job to its end, or until a given condition is true."""

import dataclasses
import os
import pathlib
import signal
import subprocess
import sys
import time

_RANKS = pathlib.Path(__file__).parent / "ranks"


@dataclasses.dataclass
class Run:
    seconds: float
    exit_code: int | None  # None if the job was still running
    output: str


def torchrun(script, ranks, wrapper, settings, environment=None, launcher=None, until=None):
    """Runs the script inside peers/ranks/WRAPPER, under torchrun or another launcher. The wrapper
    gets settings.seconds in PEER_SECONDS and settings.folder in PEER_FOLDER."""
    command = launcher or ["torch.distributed.run", "--standalone"]
    command = [sys.executable, "-m", *command, "--nproc-per-node", str(ranks)]
    own = {"PEER_SECONDS": str(settings.seconds), "PEER_FOLDER": str(settings.folder)}
    return run(
        [*command, _RANKS / wrapper, script],
        settings.limit,
        own | (environment or {}),
        until or (lambda: False),
    )


def run(command, limit, environment=None, until=lambda: False):
    """Runs the command to its end, for `limit` seconds, or until until() is true. Leaves no
    process behind."""
    began = time.monotonic()
    job = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env=os.environ | (environment or {}),
        start_new_session=True,
    )
    output = ""
    while True:
        try:
            output = job.communicate(timeout=0.2)[0]
            break
        except subprocess.TimeoutExpired:
            if time.monotonic() - began > limit or until():
                break
    seconds = time.monotonic() - began
    exit_code = job.poll()
    _end(job)
    return Run(seconds, exit_code, output or job.communicate()[0] or "")


def _end(job):
    """Terminates the launcher, which then ends ranks that have their own sessions. Then kills the
    process group of the launcher."""
    if job.poll() is None:
        job.terminate()
        try:
            job.wait(timeout=15)
        except subprocess.TimeoutExpired:
            pass
    try:
        os.killpg(job.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    job.wait()
