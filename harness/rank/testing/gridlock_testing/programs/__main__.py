"""python -m gridlock_testing.programs: see README.md."""

import argparse
import json
import pathlib
import sys
import time
import traceback

from gridlock_testing.programs import measurement, pool, preparation, report, table


# The other exit codes are gridlock's. Here, 1 means that the tables differ.
_BROKE_OFF = 3


def main(arguments):
    chosen = _parse(arguments)
    preparation.prepare()
    try:
        return chosen.function(chosen)
    except Exception:
        traceback.print_exc()
        return _BROKE_OFF


def _parse(arguments):
    parser = argparse.ArgumentParser(prog="python -m gridlock_testing.programs", description=__doc__)
    commands = parser.add_subparsers(required=True)
    run = commands.add_parser("run", help="run programs and report how they end")
    run.add_argument("programs", type=pathlib.Path, help="JSON: a list of programs")
    run.add_argument("--out", type=pathlib.Path, help="output file (default: standard output)")
    run.set_defaults(function=_run)
    bench = commands.add_parser("bench", help="measure a backend's table")
    bench.add_argument("--backend", choices=("gloo", "nccl"), default="gloo")
    bench.add_argument("--write", type=pathlib.Path, help="output file: all tables, as JSON")
    bench.add_argument("--built-in", type=pathlib.Path, help="tables for unmeasured entries")
    bench.add_argument("--compare", action="store_true", help="fail if the built-in table differs")
    bench.add_argument("--only", nargs="*", choices=measurement.PARTS, default=measurement.PARTS)
    bench.add_argument("--repeat", type=int, default=2, help="runs of each program")
    bench.set_defaults(function=_bench)
    for command in (run, bench):
        command.add_argument("--jobs", type=int, default=8, help="programs to run at a time")
    return parser.parse_args(arguments)


def _run(chosen):
    programs = json.loads(chosen.programs.read_text())
    text = json.dumps(pool.run(programs, chosen.jobs), indent=1) + "\n"
    chosen.out.write_text(text) if chosen.out else sys.stdout.write(text)
    return 0


def _bench(chosen):
    began = time.monotonic()
    if _most_ranks(chosen.backend) < 2:
        print(f"{chosen.backend} needs at least two GPUs", file=sys.stderr)
        return _BROKE_OFF
    measured = measurement.Measurement(
        chosen.repeat, chosen.jobs, backend=chosen.backend, most_ranks=_most_ranks(chosen.backend)
    )
    tables = json.loads(chosen.built_in.read_text()) if chosen.built_in else {}
    built_in = tables.get(chosen.backend, {})

    def result():
        drawn = table.draw(measured)
        return table.completed(drawn, built_in, measured.answers) if built_in else drawn

    def write():
        if chosen.write:
            written = tables | {chosen.backend: result()}
            chosen.write.write_text(json.dumps(written, indent=2) + "\n")

    try:
        measurement.measure(measured, parts=chosen.only, after_each=write)
    except KeyboardInterrupt:
        print("interrupted: the results below are incomplete", file=sys.stderr)
    print("\n".join(report.lines(measured, result())))
    seconds = time.monotonic() - began
    print(f"{measured.programs} programs, {chosen.repeat} times each, {seconds:.0f} s")
    return _compare(result(), built_in) if chosen.compare else 0


def _most_ranks(backend):
    import torch

    return torch.cuda.device_count() if backend == "nccl" else 8


def _compare(result, built_in):
    lines = table.differences(result, built_in)
    print("\n".join(lines) if lines else "same as the built-in table")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
