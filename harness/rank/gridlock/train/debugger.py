"""Opens a post-mortem debugger for a rank that raised an exception, on the terminal of `gridlock
run --pdb`.

The rank itself has no terminal: it is in another session, its standard input is empty, and its
output goes to a log. While the debugger is open, the terminal replaces standard input and both
outputs.
"""

import contextlib
import fcntl
import os
import pdb
import signal
import sys
import traceback

from gridlock.train.channel import encode


def post_mortem(error, spec, channel):
    """Debugs `error` if this rank is the first of its cell to raise. A rank that raises later waits
    here until the debugger ends, so that its exit does not end the cell. The file
    spec["debug_turn"] contains the id of the debugged process. gridlock forwards Ctrl-C on the
    terminal to that process. When the cell is over, gridlock removes the file, and no rank is
    debugged afterwards."""
    try:
        turn = open(spec["debug_turn"], "r+")
    except FileNotFoundError:
        return
    with turn:
        if not _is_first(turn):
            return
        channel.report(encode({"type": "debugging"}))
        signal.signal(signal.SIGINT, signal.default_int_handler)
        _say(turn, os.getpid())
        with _terminal(spec["terminal"]):
            _interact(error, f"rank {spec['rank']} of {spec['cell']}")
        _say(turn, 0)


def _is_first(turn):
    """Returns whether this rank is the first to raise. Only the first rank finds the file empty. It
    keeps the file locked while the debugger is open. Afterwards, the file is not empty."""
    fcntl.flock(turn, fcntl.LOCK_EX)
    return os.fstat(turn.fileno()).st_size == 0


def _say(turn, process):
    turn.seek(0)
    turn.truncate()
    turn.write(f"{process}\n")
    turn.flush()


def _interact(error, whose):
    print(f"\n{'>' * 20} traceback of {whose} {'>' * 20}")
    traceback.print_exception(error, file=sys.stdout)
    print(f"{'>' * 20} pdb (q or Ctrl-D ends the cell; Ctrl-C interrupts only pdb) {'>' * 20}")
    # Errors at the prompt are suppressed, because the cell must end with the rank's own error.
    with contextlib.suppress(BaseException):
        pdb.post_mortem(error.__traceback__)
    print(f"{'>' * 20} end of pdb {'>' * 20}", flush=True)


@contextlib.contextmanager
def _terminal(path):
    """Connects descriptors 0 to 2 and the streams of sys to the terminal. readline uses both."""
    terminal = os.open(path, os.O_RDWR | os.O_NOCTTY)
    kept = [os.dup(number) for number in range(3)]
    streams = sys.stdin, sys.stdout, sys.stderr
    for number in range(3):
        os.dup2(terminal, number)
    sys.stdin = open(0, closefd=False)
    sys.stdout = open(1, "w", buffering=1, closefd=False)
    sys.stderr = open(2, "w", buffering=1, closefd=False)
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams
        for number, descriptor in enumerate(kept):
            os.dup2(descriptor, number)
            os.close(descriptor)
        os.close(terminal)
