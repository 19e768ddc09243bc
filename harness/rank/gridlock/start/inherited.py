"""Imports whose modules forks share."""

import contextlib
import gc


@contextlib.contextmanager
def inherited():
    """Around them: no collection walks what they make. Hardly any of it is garbage, and in a fork to
    walk it copies its pages, and takes half a second when the fork ends."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
