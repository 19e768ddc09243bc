"""For which values a frame was compiled, from the text of its guards in torch's structured trace.

    | | +- FALSE_MATCH: L['sync'] == False                # step/train.py:7 in step

Ranks may call a function with other values, each at its time: they compile other code then. Globals
are left out, which are constants of a rank, and numbers that are attributes, which mostly are, too:
`self.rank`. Sizes of tensors are other guards.
"""

import hashlib
import re

_VALUE = re.compile(
    r"\+- (?:EQUALS_MATCH|CONSTANT_MATCH|TRUE_MATCH|FALSE_MATCH|NONE_MATCH|LENGTH_CHECK): (.*)"
)
_NUMBER = re.compile(r"(?<![\w'])-?\d+(\.\d+)?(e[+-]?\d+)?")


def read(text):
    """8 hexadecimal digits; "" where the frame was compiled for all values."""
    values = sorted({value for line in text.splitlines() if (value := _value(line))})
    return hashlib.sha256("\n".join(values).encode()).hexdigest()[:8] if values else ""


def _value(line):
    match = _VALUE.search(line)
    guard = match[1].partition("  # ")[0].strip() if match else ""
    if "L['" not in guard:
        return ""
    source, _, value = guard.rpartition(" == ")
    if "." in source and _NUMBER.fullmatch(value):
        return ""
    return guard
