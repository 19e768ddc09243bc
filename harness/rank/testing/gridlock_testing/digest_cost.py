"""python -m gridlock_testing.digest_cost SPEC.json RESULT.json: measures the time that digests of
the training state add to the steps of a training run.

RESULT.json is the result of interleaved.train() for the cell of SPEC.json (see ../../README.md),
and the cell's id. The exit code is 1 if a training run did not finish.
"""

import json
import pathlib
import sys

from gridlock.start import zygote


def main(path, result_path):
    zygote.preload()
    from gridlock_testing import interleaved

    spec = interleaved.read_spec(path)
    result = interleaved.train(spec, interleaved.digesting)
    if result is None:
        return 1
    pathlib.Path(result_path).write_text(json.dumps(result | {"cell": spec["cell"]}))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
