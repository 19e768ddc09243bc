"""Describes an exception as text, for records."""

import contextlib
import os
import re
import sys

_MOST_CHARACTERS = 2000
# Parts of paths of code that is not the program's own.
_INSTALLED = ("/site-packages/", "/dist-packages/", "/lib/python3")
# How torch passes on an exception of another process or thread (torch._utils.ExceptionWrapper).
_PASSED_ON = re.compile(
    r"Caught \w+ in ([^\n]+)\.\nOriginal Traceback \(most recent call last\):\n(.*)", re.DOTALL
)
_FRAME = re.compile(r'^  File "([^"]+)", line (\d+), in (\S+)', re.MULTILINE)
_MINE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def first_line(error):
    """Returns the first line of the exception, such as `KeyError: 'x'`. Adds the next line if the
    first one ends with a colon, such as the compiler's `backend='inductor' raised:`. Formatting the
    exception may itself raise."""
    words = type(error).__name__
    with contextlib.suppress(Exception):
        if passed_on := _PASSED_ON.search(str(error)):
            where, traceback = passed_on.groups()
            return f"{_raised_in(traceback)} (in {where})"[:_MOST_CHARACTERS]
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        words = ": ".join([words, *lines[:1]])
        if words.endswith(":"):
            words = " ".join([words, *lines[1:2]])
    return words[:_MOST_CHARACTERS]


def _raised_in(traceback):
    """Returns the first line of the exception at the end of a traceback: the first line behind all
    frames. A frame and its source are indented."""
    lines = traceback.splitlines()
    frames = [i for i, line in enumerate(lines) if line.startswith('  File "')]
    return next(line for line in lines[frames[-1] :] if line and not line.startswith(" "))


def frames_passed_on(error):
    """Returns the frames of the process or thread in which the exception was first raised, outermost
    first, as (file, line, function). Returns [] if that was here."""
    with contextlib.suppress(Exception):
        if passed_on := _PASSED_ON.search(str(error)):
            found = _FRAME.findall(passed_on.group(2))
            return [(file, int(line), function) for file, line, function in found]
    return []


def describe(error):
    """Returns two lines. The first is the exception's first line. The second is the file and line,
    such as `train.py:12`, of the innermost frame of the program's own code or, if there is none, of
    the innermost frame."""
    frames = list(_frames_of(error))
    own = [frame for frame in frames if _is_users(frame[0])]
    file, line = (own or frames or [("", 0)])[-1]
    place = f"{os.path.basename(file)}:{line}" if file else ""
    return f"{first_line(error)}\n{place}"


def _frames_of(error):
    traceback = error.__traceback__
    while traceback is not None:
        yield traceback.tb_frame.f_code.co_filename, traceback.tb_lineno
        traceback = traceback.tb_next
    for file, line, _ in frames_passed_on(error):
        yield file, line


def _is_users(file):
    torch = os.path.dirname(getattr(sys.modules.get("torch"), "__file__", None) or _MINE)
    foreign = file.startswith(("<", _MINE + os.sep, torch + os.sep))
    return not foreign and not any(part in file for part in _INSTALLED)
