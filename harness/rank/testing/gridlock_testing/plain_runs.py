"""Runs scripts as torchrun does, without gridlock, and reports what became of each.

python -m gridlock_testing.plain_runs SPECIFICATION.json RESULT.json

The ranks are forked from this process, which has imported torch, so that torch is imported only
once. Nothing of gridlock is in them: no probe and no library in LD_PRELOAD.
"""

import ctypes
import json
import os
import pathlib
import runpy
import signal
import socket
import sys
import time

# As torchrun does. OpenMP reads the variable when torch is imported.
os.environ["OMP_NUM_THREADS"] = "1"

import torch.distributed as dist

_LIBC = ctypes.CDLL(None)
_EACH = 0.02  # seconds between two looks at the running scripts


def main():
    """Runs all scripts. Returns in this process, and in each rank, which must then run the returned
    script."""
    check_alone()
    specification = json.loads(pathlib.Path(sys.argv[1]).read_text())
    waiting = [Job(program, number) for number, program in enumerate(specification["programs"])]
    jobs, running = list(waiting), []
    while waiting or running:
        while waiting and len(running) < specification["jobs"]:
            job = waiting.pop(0)
            if script := job.start():
                return script
            running.append(job)
        time.sleep(_EACH)
        running = [job for job in running if not job.is_over()]
    pathlib.Path(sys.argv[2]).write_text(json.dumps([job.result for job in jobs]))
    return None


def check_alone():
    files = {line.split()[-1] for line in open("/proc/self/maps")}
    own = {file for file in files if os.path.basename(file).startswith(("gridlock", "libgridlock"))}
    if own or "gridlock" in sys.modules:
        sys.exit(f"plain_runs: this process has a part of gridlock: {sorted(own)}")


class Job:
    """One script on all its ranks, and the store of the ranks, which outlives them."""

    def __init__(self, program, number):
        self.program, self.log = program, f"{sys.argv[2]}.{number}.log"
        self.codes = [None] * program["ranks"]
        self.result = None

    def start(self):
        """Forks the ranks. Returns nothing, and in the ranks the name of the script."""
        self.began = time.monotonic()
        with socket.create_server(("127.0.0.1", 0)) as server:
            self.port = server.getsockname()[1]
            self.store = fork()
            if self.store == 0:
                serve(server)
        self.ranks = []
        for rank in range(self.program["ranks"]):
            self.ranks.append(fork())
            if self.ranks[-1] == 0:
                self._become(rank)
                return self.program["script"]
        return None

    def _become(self, rank):
        log = os.open(self.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        os.dup2(log, 1)
        os.dup2(log, 2)
        os.close(log)
        os.environ.pop("PYTHONPATH", None)
        size = str(self.program["ranks"])
        os.environ.update(RANK=str(rank), LOCAL_RANK=str(rank), WORLD_SIZE=size)
        os.environ.update(LOCAL_WORLD_SIZE=size, MASTER_ADDR="127.0.0.1")
        os.environ.update(MASTER_PORT=str(self.port), TORCHELASTIC_USE_AGENT_STORE="True")
        sys.argv[:] = [self.program["script"]]

    def is_over(self):
        """Ends the script if a rank has failed, as torchrun does, or if its time is over."""
        for rank, pid in enumerate(self.ranks):
            if self.codes[rank] is None and (ended := os.waitpid(pid, os.WNOHANG)) != (0, 0):
                self.codes[rank] = os.waitstatus_to_exitcode(ended[1])
        outcome = self._outcome()
        if outcome is None:
            return False
        self._end()
        seconds = round(time.monotonic() - self.began, 2)
        self.result = {"outcome": outcome, "seconds": seconds, "output": self._last_line()}
        return True

    def _outcome(self):
        if any(self.codes):
            return "failed"
        if None not in self.codes:
            return "ended"
        if time.monotonic() - self.began < self.program["seconds"]:
            return None
        return "running" if set(self.codes) == {None} else "some ranks ended"

    def _end(self):
        alive = [pid for pid, code in zip(self.ranks, self.codes) if code is None]
        for pid in [*alive, self.store]:
            os.killpg(pid, signal.SIGKILL)
            os.waitpid(pid, 0)

    def _last_line(self):
        lines = pathlib.Path(self.log).read_text(errors="replace").splitlines()
        return lines[-1] if lines else ""


def fork():
    """Forks a child that leads a process group and ends with this process. 1 is
    PR_SET_PDEATHSIG."""
    pid = os.fork()
    if pid == 0:
        os.setsid()
        _LIBC.prctl(1, signal.SIGKILL)
    else:
        while os.getpgid(pid) != pid:  # the child is not yet the leader
            time.sleep(0)
    return pid


def serve(server):
    port, listening = server.getsockname()[1], server.detach()
    store = dist.TCPStore(
        "127.0.0.1", port, is_master=True, wait_for_workers=False, master_listen_fd=listening
    )
    while store:
        signal.pause()


if __name__ == "__main__":
    if (script := main()) is not None:
        runpy.run_path(script, run_name="__main__")
