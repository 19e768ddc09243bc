"""python -m gridlock_minimizer.export SCRIPT PACKAGE REQUEST

Writes the script for REQUEST (request.py). PACKAGE is the folder of the package gridlock. If the
cell cannot be exported, prints the reason in one line and exits with 1.
"""

import json
import os
import pathlib
import sys

from gridlock_minimizer.export.modules import ExportError
from gridlock_minimizer.export.request import Request
from gridlock_minimizer.export.script import script_of


def main(script, package, request):
    try:
        text = script_of(Request(package=package, **json.loads(request)))
    except ExportError as error:
        print(error, file=sys.stderr)
        return 1
    # The script is written completely or not at all.
    path = pathlib.Path(script)
    part = path.with_name(f"{path.name}.{os.getpid()}")
    part.write_text(text)
    part.rename(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
