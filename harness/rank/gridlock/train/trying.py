"""Tries a case in this process alone: builds its model and trains one step, uncompiled.

    python -m gridlock.train.trying SPEC

SPEC is JSON in the format that ../../README.md describes. Prints the result. If the case has a
mistake, exits with code 1 and prints the line of the case.
"""

import contextlib
import json
import linecache
import pathlib
import sys
import tempfile
import traceback

from gridlock.start import environment

_ALONE = {"rank": 0, "local_rank": 0, "device_index": 0, "world_size": 1, "local_world_size": 1}
_PLAIN = {"cp": 1, "compile": "none", "fsdp": "replicate", "world_size": 1}


def main(text):
    spec = {"device": "cpu", **json.loads(text), **_ALONE, "steps": 1, "tier": "cold"}
    spec["axes"] = {**spec["axes"], **_PLAIN}
    with tempfile.TemporaryDirectory() as folder:
        spec["store"] = str(pathlib.Path(folder) / "store")
        spec["master_addr"], spec["master_port"] = "127.0.0.1", 0
        return attempt(spec)


def attempt(spec):
    environment.make_forkable()
    try:
        return print(train_step(spec)) or 0
    except (Exception, SystemExit) as error:
        print(mistake(error, spec["case_dir"]), file=sys.stderr)
        return 1


def train_step(spec):
    """Trains one step. Returns a sentence about the result."""
    import gridlock
    from gridlock import case
    from gridlock.train import groups, training

    environment.set_rank(spec)
    cell = gridlock.cell.load(spec)
    groups.join(spec)
    steps = []
    the_case = case.load(spec["case"], spec["case_dir"])
    with contextlib.redirect_stdout(sys.stderr):
        training.train(the_case, cell, groups.device_of(spec), after_step=lambda *s: steps.append(s))
    _, loss, grad_norm = steps[0]
    return f"one step of {spec['case']} trains: loss {loss:.6g}, gradient norm {grad_norm:.6g}"


def mistake(error, folder):
    """Returns the exception as text, with the innermost line of the case's own folder, if there is
    one."""
    what = "".join(traceback.format_exception_only(error)).strip()
    frames = traceback.extract_tb(error.__traceback__)
    own = [f for f in frames if pathlib.Path(f.filename).is_relative_to(folder)]
    if isinstance(error, SyntaxError) or not own:
        return what
    line = linecache.getline(own[-1].filename, own[-1].lineno).strip()
    return f"{own[-1].filename}:{own[-1].lineno}: in {own[-1].name}(): {what}\n    {line}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
