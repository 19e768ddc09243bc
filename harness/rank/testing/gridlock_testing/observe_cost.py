"""python -m gridlock_testing.observe_cost SPEC.json RESULT.json: measures how much time the
observation of the compiler adds to compiling and to the steps after it.

SPEC.json contains the spec of a cell (see ../../README.md) and "pairs": the number of pairs of
training runs whose compile times are compared. RESULT.json is {"cell", "compiles": the result of
interleaved_compiles.train(), "steps": the result of interleaved.train(), "calls": the number of
calls of the observer's functions in a step that compiles nothing}. All ranks have a probe, as in a
run. The exit code is 1 if a training run did not finish.
"""

import json
import pathlib
import sys
import tempfile

from gridlock.start import zygote


def cost_of_compiles(spec):
    from gridlock_testing import interleaved_compiles, observed

    return interleaved_compiles.train(spec, spec["pairs"], observed.clocked, observed.nobody)


def cost_of_steps(spec):
    """Returns the seconds of the steps. Then counts, in one more step, the calls of the observer's
    functions, and returns this number, too. Returns None if a rank did not finish."""
    from gridlock_testing import interleaved, observed

    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "calls"

        def prepare(spec, channel):
            interleaved.probed(spec, channel)
            if spec["rank"] == 0:
                _count_calls(channel, spec["steps"] - 1, observed.Calls(), path)

        def prepare_other(spec, channel):
            interleaved.probed(spec, channel)
            observed.nobody().__enter__()  # the observer is off as long as the rank lives

        steps = interleaved.train({**spec, "steps": spec["steps"] + 1}, prepare, prepare_other)
        if steps is None:
            return None
        calls = int(path.read_text())
    return {variant: steps[variant][:-1] for variant in ("with", "without")}, calls


def _count_calls(channel, step, calls, path):
    """Counts the observer's calls in the given step, which is the last one, and writes the number
    to `path`. Up to that step, the two variants differ only in the observer."""
    begin, report = channel.phase, channel.report

    def stop_and_report(json_text):
        calls.stop()
        path.write_text(str(calls.count))
        channel.report = report
        report(json_text)

    def phase(name, number=-1):
        begin(name, number)
        if (name, number) == ("step", step):
            channel.phase, channel.report = begin, stop_and_report
            calls.start()

    channel.phase = phase


def main(path, result_path):
    zygote.preload()
    from gridlock_testing import interleaved

    spec = interleaved.read_spec(path)
    compiles = cost_of_compiles(spec)
    steps = compiles and cost_of_steps(spec)
    if not steps:
        return 1
    result = {"cell": spec["cell"], "compiles": compiles, "steps": steps[0], "calls": steps[1]}
    pathlib.Path(result_path).write_text(json.dumps(result))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
