"""Measures what recording adds to training steps on GPUs (gpu_steps.py).

    python -m gridlock_testing.gpu_cost SPECIFICATION.json RESULT.json

The specification has "gridlock" (the program), "folder" and "steps". The result has the number of
ranks and the rows of bench/paired_steps.h. Steps with and without recording are those of one
process, because whole processes differ by more than what is measured here. Both go through the
preloaded library and the decorators of backends."""

import json
import pathlib
import subprocess
import sys

from gridlock_testing import gpu_programs

STEPS = pathlib.Path(__file__).with_name("gpu_steps.py")


def main(specification_path, result_path):
    specification = json.loads(pathlib.Path(specification_path).read_text())
    folder = pathlib.Path(specification["folder"])
    ranks = min(gpu_programs.gpus(), 2)
    rows = folder / "rows.json"
    options = ["-n", str(ranks), "--timeout", "300", "--evidence", str(folder / "evidence")]
    options += ["--python", sys.executable]
    arguments = [str(STEPS), str(specification["steps"]), str(rows)]
    job = subprocess.run([specification["gridlock"], "exec", *options, *arguments])
    if job.returncode != 0:
        sys.exit("the training failed")
    result = {"ranks": ranks, "rows": json.loads(rows.read_text())}
    pathlib.Path(result_path).write_text(json.dumps(result) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
