"""Exports every cell that passed in a run, and compares the numbers of the scripts with the numbers
of the run.

    python minimizer/tests/compare_with_run.py RUN_FOLDER [--matrix FILE] [--gridlock PROGRAM]

Prints one line per cell. Exits with 1 unless all numbers have the same bits.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).parents[2]


def exported(program, matrix, cell, script):
    command = [program, "export", cell, "--matrix", matrix, "-o", script]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=script.parent)


def trained(script):
    """Returns the numbers that a script prints in fresh interpreters, which cannot import
    gridlock."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    command = [sys.executable, script, "--numbers"]
    run = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )
    steps = [json.loads(line) for line in run.stdout.splitlines()]
    return [[s[series] for s in steps] for series in ("loss", "grad_norm")], run.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("run", type=pathlib.Path)
    parser.add_argument("--matrix", default="default")
    parser.add_argument("--gridlock", default=ROOT / "build" / "release" / "bin" / "gridlock")
    options = parser.parse_args()
    records = map(json.loads, (options.run / "results.jsonl").read_text().splitlines())
    cells = {r["cell"]: r for r in records if r["verdict"] == "pass"}
    equal = 0
    with tempfile.TemporaryDirectory() as folder:
        script = pathlib.Path(folder) / "repro.py"
        for cell, record in cells.items():
            exported(options.gridlock, options.matrix, cell, script)
            began = time.perf_counter()
            numbers, said = trained(script)
            seconds = time.perf_counter() - began
            same = numbers == [record["losses"], record["grad_norms"]]
            equal += same
            lines = len(script.read_text().splitlines())
            print(f"{'same' if same else 'DIFFERS'}  {lines} lines  {seconds:5.1f} s  {cell}")
            if not same:
                print(f"  {numbers}\n  {[record['losses'], record['grad_norms']]}\n{said}")
            sys.stdout.flush()
    print(f"{equal} of {len(cells)} cells have the same bits")
    return 0 if equal == len(cells) else 1


if __name__ == "__main__":
    sys.exit(main())
