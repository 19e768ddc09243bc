"""Measures what gridlock exec adds to training steps on GPUs (gpu_steps.py).

    python -m gridlock_testing.gpu_cost SPECIFICATION.json RESULT.json

The specification has "gridlock" (the program), "folder" and "steps". Two jobs run on the same GPUs
and take turns with each step: one is started by torchrun, one by gridlock exec. The result has the
number of ranks and the rows of bench/paired_steps.h."""

import json
import os
import pathlib
import subprocess
import sys
import time

from gridlock_testing import gpu_programs, gpu_steps

LONGEST_SECONDS = 1800


def commands(gridlock, folder, ranks):
    """Returns the two variants' commands."""
    options = ["-n", str(ranks), "--evidence", str(folder / "evidence"), "--python", sys.executable]
    torchrun = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
    return {
        "with": [gridlock, "exec", *options],
        "without": [*torchrun, f"--nproc-per-node={ranks}"],
    }


def start(command, arguments, output):
    with open(output, "w") as file:
        return subprocess.Popen([*command, *arguments], stdout=file, stderr=subprocess.STDOUT)


def train_both(specification, folder, ranks):
    for rank in range(ranks):
        for variant in ("with", "without"):
            os.mkfifo(folder / f"{variant}.{rank}")
    jobs = {}
    for variant, command in commands(specification["gridlock"], folder, ranks).items():
        other = "without" if variant == "with" else "with"
        arguments = [gpu_steps.__file__, str(specification["steps"]), str(folder), variant, other]
        jobs[variant] = start(command, arguments, folder / f"{variant}.txt")
    for rank in range(ranks):
        # Stays open, because a pipe that nobody has open loses what was written.
        turn = os.open(folder / f"with.{rank}", os.O_RDWR)
        os.write(turn, b".")
    try:
        wait_for(jobs, folder)
    finally:
        for job in jobs.values():
            job.terminate()
            job.wait()


def wait_for(jobs, folder):
    """Waits until both jobs have ended. Exits if one fails, because the other then waits for it."""
    deadline = time.monotonic() + LONGEST_SECONDS
    while any(job.poll() is None for job in jobs.values()):
        for variant, job in jobs.items():
            if job.poll() not in (None, 0) or time.monotonic() > deadline:
                sys.exit(f"a training failed:\n{(folder / f'{variant}.txt').read_text()}")
        time.sleep(0.1)


def main(specification_path, result_path):
    specification = json.loads(pathlib.Path(specification_path).read_text())
    folder = pathlib.Path(specification["folder"])
    ranks = min(gpu_programs.gpus(), 2)
    train_both(specification, folder, ranks)
    times = {v: json.loads((folder / f"{v}.json").read_text()) for v in ("with", "without")}
    rows = [
        {"cell": name, "with": seconds, "without": times["without"][name]}
        for name, seconds in times["with"].items()
    ]
    pathlib.Path(result_path).write_text(json.dumps({"ranks": ranks, "rows": rows}) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
