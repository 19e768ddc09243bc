"""One rank reads from a pipe with a slow writer, such as a data loader."""

import subprocess

from gridlock import planting


def away():
    subprocess.run(["sh", "-c", "sleep 4; echo done"], check=True, stdout=subprocess.PIPE)


model, layers, batch, loss = planting.in_dense(away)
