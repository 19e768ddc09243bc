"""One rank gets SIGSTOP, as from a debugger, and later SIGCONT from another process."""

import os
import signal
import subprocess

from gridlock import planting


def away():
    pid = os.getpid()
    with subprocess.Popen(["sh", "-c", f"sleep 4; kill -CONT {pid}"]):
        os.kill(pid, signal.SIGSTOP)


model, layers, batch, loss = planting.in_dense(away)
