"""Passes the events of torch's structured trace to a listener as they happen, without a file.
(TORCH_TRACE writes the same trace to a file, for tlparse.)

All events pass through torch._logging.trace_structured. torch's modules import that function by
name, so this module replaces the function's code. A payload is computed only if the listener asks
for it, because printing all graphs would add much to their compile time.
"""

import sys
import types

_listener = None
_original = None


def listen(listener):
    """Calls listener(name, metadata, payload) for each event from now on. `metadata` and `payload`
    are functions. If `listener` is None, events are no longer passed on. Errors of the listener
    never reach the script."""
    global _listener
    _listener = listener
    if _original is None:
        _install(sys.modules["torch"]._logging._internal.trace_structured)


def _install(function):
    global _original
    _original = types.FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__
    )
    _original.__kwdefaults__ = function.__kwdefaults__
    function.__code__ = _entry.__code__
    function.__defaults__ = function.__kwdefaults__ = None


# The code of this function runs in place of torch's function, with the globals of torch's module.
# It cannot use names of this module.
def _entry(*arguments, **keywords):
    import sys

    return sys.modules["gridlock.compiler.events"]._pass_on(*arguments, **keywords)


def _nothing():
    return None


def _pass_on(name, metadata_fn=dict, **keywords):
    if _listener is not None:
        try:
            _listener(name, metadata_fn, keywords.get("payload_fn", _nothing))
        except Exception as error:
            _complain(error)
    return _original(name, metadata_fn, **keywords)


def _complain(error):
    """Reports the listener's error and stops listening, because observation must not harm the
    script."""
    global _listener
    _listener = None
    print(f"gridlock: stopped observing torch.compile after an error: {error!r}", file=sys.stderr)
