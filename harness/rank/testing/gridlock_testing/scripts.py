"""Runs code in a fork of a test's process, as an interpreter that has already imported torch
would."""

import os
import sys
import tempfile
import traceback
import types
import warnings
from typing import NamedTuple


class Ended(NamedTuple):
    code: int
    output: str
    errors: str


def run(code, *arguments, variables=(), paths=(), together=False):
    """Runs `python -c CODE ARGUMENTS` with the additional environment `variables` and the
    additional import `paths`. If `together` is true, the returned output includes standard error.
    Functions that the code registers with atexit are not called."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        pid = os.fork()
        if pid == 0:
            os.dup2(output.fileno(), 1)
            os.dup2((output if together else errors).fileno(), 2)
            os.environ.update(variables)
            sys.path[:0] = map(str, paths)
            sys.argv[:] = ["-c", *map(str, arguments)]
            os._exit(_exit_code(code))
        ended = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        return Ended(ended, _text(output), _text(errors))


def _exit_code(code):
    main = sys.modules["__main__"] = types.ModuleType("__main__")
    warnings.resetwarnings()  # unittest shows more warnings than an interpreter does
    warnings.simplefilter("ignore", ResourceWarning)
    try:
        exec(compile(code, "<string>", "exec"), main.__dict__)
        return 0
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


def _text(file):
    file.seek(0)
    return file.read().decode(errors="replace")
