"""Finds the values for which a frame was compiled, from guards in torch's structured trace such as

    | | +- FALSE_MATCH: L['sync'] == False                # step/train.py:7 in step

Two ranks may call a function with different values at different times, and then have different
compiled code. Guards on two kinds of values are left out, because these values are mostly constants
of a rank: globals, and numbers in attributes, such as `self.rank`. Sizes of tensors have guards of
another kind.
"""

import hashlib
import re

_KINDS = {"EQUALS_MATCH", "CONSTANT_MATCH", "TRUE_MATCH", "FALSE_MATCH", "NONE_MATCH", "LENGTH_CHECK"}
_PRINTED = re.compile(rf"\+- (?:{'|'.join(sorted(_KINDS))}): (.*)")
_NUMBER = re.compile(r"-?\d+(\.\d+)?(e[+-]?\d+)?")


def read(payload):
    """Returns 8 hexadecimal digits that identify the values, or "" if the code is valid for all
    values. `payload` is a function of an event dynamo_cpp_guards_str: payload() prints all guards.
    read() uses the tree of guards instead, which takes a twentieth of the time. It calls payload()
    only if the tree is not where torch 2.10 and 2.11 keep it."""
    root = _root(payload)
    guards = _PRINTED.findall(payload()) if root is None else _walk(root)
    values = sorted({value for guard in guards if (value := _value(guard))})
    return hashlib.sha256("\n".join(values).encode()).hexdigest()[:8] if values else ""


def _root(payload):
    cells = dict(zip(payload.__code__.co_freevars, payload.__closure__ or ()))
    manager = getattr(cells["self"].cell_contents, "guard_manager", None) if "self" in cells else None
    return getattr(manager, "root", None)


def _walk(root):
    open_ones = [root]
    while open_ones:
        manager = open_ones.pop()
        for guard in manager.get_leaf_guards():
            if type(guard).__name__ in _KINDS:
                yield from guard.verbose_code_parts()
        open_ones += manager.get_child_managers()
        if hasattr(manager, "get_key_value_managers"):  # a dictionary's manager
            open_ones += (one for pair in manager.get_key_value_managers().values() for one in pair if one)


def _value(guard):
    guard = guard.partition("  # ")[0].strip()
    if "L['" not in guard:
        return ""
    source, _, value = guard.rpartition(" == ")
    return "" if "." in source and _NUMBER.fullmatch(value) else guard
