"""Reports to exec the exception that ends this process, so that the verdict of a crash contains the
rank and its exception. The report arrives even if the rank cannot exit because the teardown of its
backend waits for other ranks."""

import contextlib
import functools
import sys

from gridlock.probe import hub
from gridlock.probe.exceptions import first_line, frames_passed_on

_MOST_FRAMES = 100


def watch_teardown(c10d):
    """Reports the exception that is being handled, if any, when the program destroys the process
    groups."""
    destroy = c10d.destroy_process_group

    @functools.wraps(destroy)
    def destroy_process_group(*args, **kwargs):
        error = sys.exc_info()[1]
        if error is None:
            return destroy(*args, **kwargs)
        tell(error)
        done = destroy(*args, **kwargs)
        _send("")  # withdraws the report, because the program may handle the exception and continue
        return done

    c10d.destroy_process_group = destroy_process_group


def tell(error):
    with contextlib.suppress(Exception):
        _send(first_line(error), _frames_of(error)[-_MOST_FRAMES:])


def _frames_of(error):
    frames = []
    traceback = error.__traceback__
    while traceback is not None:
        code = traceback.tb_frame.f_code
        function = getattr(code, "co_qualname", code.co_name)
        place = {"file": code.co_filename, "line": traceback.tb_lineno}
        frames.append({"function": function, **place})
        traceback = traceback.tb_next
    for file, line, function in frames_passed_on(error):
        frames.append({"function": function, "file": file, "line": line})
    return frames


def _send(exception, frames=()):
    with contextlib.suppress(OSError, KeyError), hub.request({"raised": exception, "frames": frames}):
        pass
