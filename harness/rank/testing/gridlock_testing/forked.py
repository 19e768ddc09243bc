"""Trains cells on forked ranks of this process, without the C++ harness: for tests and profiles.

python -m gridlock_testing.forked cases/dense '{"cp": 4, "rotation": "ring"}' --world-size 4
"""

import argparse
import json
import os
import pathlib
import signal
import tempfile
import time

from gridlock.start import zygote

# The time in seconds after which a rank that hangs is killed. Its reports then contain no "done". A
# rank that does not hang needs less, even on a busy machine.
LIMIT_SECONDS = 600


def train(case_dir, cells, world_size, tier="fork", **overrides):
    """Trains each of `cells` (axes), one after another. Returns the reports of each rank for each
    cell.

    The tier "fork" starts new processes for each cell. The tier "warm" trains all cells in the same
    processes. `overrides` are fields of the spec.
    """
    sets = [cells] if tier == "warm" else [[axes] for axes in cells]
    return [
        reports
        for one_set in sets
        for reports in _train_in_one_set(case_dir, one_set, world_size, tier, overrides)
    ]


def train_in_turn(trials, world_size):
    """Trains all `trials`, which are (case_dir, axes, steps), in the same processes. Returns the
    reports of each trial."""
    with tempfile.TemporaryDirectory() as folder:
        specs = [
            spec(case_dir, axes, world_size, "warm", folder, {"steps": steps})
            for case_dir, axes, steps in trials
        ]
        return _train_specs(specs, world_size, pathlib.Path(folder))


def losses(reports, rank=0):
    """Returns the loss of each step. Raises the error of a rank that failed."""
    return _column(reports, rank, "loss")


def grad_norms(reports, rank=0):
    return _column(reports, rank, "grad_norm")


def done(reports, rank=0):
    _raise_errors(reports)
    return reports[rank][-1]


def _column(reports, rank, key):
    _raise_errors(reports)
    return [report[key] for report in reports[rank] if report["type"] == "step"]


def _raise_errors(reports):
    for rank, lines in enumerate(reports):
        for line in lines:
            if line["type"] == "error":
                raise AssertionError(f"rank {rank}: {line['traceback']}")
        if not lines or lines[-1]["type"] != "done":
            raise AssertionError(f"rank {rank} did not finish its cell")


def _train_in_one_set(case_dir, cells, world_size, tier, overrides):
    with tempfile.TemporaryDirectory() as folder:
        specs = [spec(case_dir, axes, world_size, tier, folder, overrides) for axes in cells]
        return _train_specs(specs, world_size, pathlib.Path(folder))


def _train_specs(specs, world_size, folder):
    children = [_fork(rank, specs, folder) for rank in range(world_size)]
    for child in children:
        os.waitpid(child, 0)
    return [
        [_read(folder / f"{index}.{rank}") for rank in range(world_size)]
        for index in range(len(specs))
    ]


def spec(case_dir, axes, world_size, tier, folder, overrides):
    """Returns a spec for ranks on the CPU. The store of the ranks is a file in `folder`."""
    return {
        "cell": " ".join(f"{key}={value}" for key, value in axes.items()),
        "case": pathlib.Path(case_dir).name,
        "case_dir": str(case_dir),
        "axes": axes,
        "world_size": world_size,
        "device": "cpu",
        "device_index": 0,
        "master_addr": "127.0.0.1",
        "master_port": 0,
        "store": f"{folder}/store",
        "steps": 3,
        "seed": 0,
        "tier": tier,
        "repetition": 0,
        **overrides,
    }


def _fork(rank, specs, folder):
    pid = os.fork()
    if pid:
        return pid
    signal.alarm(LIMIT_SECONDS)
    status = 1
    try:
        status = 0 if _be_rank(rank, specs, folder) else 1
    finally:
        os._exit(status)


def _be_rank(rank, specs, folder):
    from gridlock.train import channel, runner

    for index, spec in enumerate(specs):
        with open(folder / f"{index}.{rank}", "w") as file:
            placed = {**spec, "rank": rank, "local_rank": rank, "device_index": rank}
            if not runner.run(placed, channel.Stream(file)):
                return False
    return True


def _read(path):
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("case_dir")
    parser.add_argument("axes", nargs="+", type=json.loads, help="one JSON object per cell")
    parser.add_argument("--world-size", type=int, default=4)
    parser.add_argument("--tier", choices=("fork", "warm"), default="fork")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    arguments = parser.parse_args()
    zygote.preload()
    began = time.perf_counter()
    results = train(
        arguments.case_dir,
        arguments.axes,
        arguments.world_size,
        arguments.tier,
        device=arguments.device,
    )
    for axes, reports in zip(arguments.axes, results):
        print(axes)
        for line in reports[0]:
            print("  ", line["traceback"] if line["type"] == "error" else json.dumps(line))
    print(f"{time.perf_counter() - began:.2f} s in all")


if __name__ == "__main__":
    main()
