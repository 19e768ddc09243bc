"""One rank reads from a pipe whose writer is slow, as a data loader or a file system may be."""

import subprocess

from gridlock import planting


def away():
    subprocess.run(["sh", "-c", "sleep 4; echo done"], check=True, stdout=subprocess.PIPE)


model, layers, batch, loss = planting.in_dense(away)
