"""Parses torch's message about a graph break."""

import os
import re
import sysconfig

import torch

_TITLE = re.compile(r"^Graph break in user code at (.+):(\d+)$", re.MULTILINE)
_CONTEXT = re.compile(r"^ *Developer debug context: (.*)$", re.MULTILINE)
_RAISED = re.compile(r"^ *Developer debug context: Backend: .*\n *Exception: *(.+)$", re.MULTILINE)
_FRAME = re.compile(r'^  File "(.+)", line (\d+), in (.+)$', re.MULTILINE)
# Lines that Dynamo prints before the line with the reason of the break.
_BEFORE = (
    "Encountered graph break when attempting to trace",
    "Encountered graph break that we cannot resume from.",
    "Failed to handle graph break gracefully.",
)

# The kinds of breaks; the first matching row applies. A row has the kind and two patterns. The
# first pattern is searched for in the reason and the context, the second in the file names of the
# user's stack.
_KINDS = (
    ("fsdp", r"fsdp", r"/fsdp/|/_composable/"),
    ("ddp", r"DistributedDataParallel|set_runtime_stats_and_log", None),
    ("data", r"data.dependent|\.item\(\)|Tensor\.item|unbacked|aten\._local_scalar_dense|nonzero", None),
    ("logging", r"\bprint\b|logging|\blogger\b|warnings\.warn", r"/logging/__init__\.py$"),
    ("collective", r"c10d|ProcessGroup|distributed|all_reduce|all_gather", r"/torch/distributed/"),
)

# Folders that contain no user code: torch, the harness, Python.
_TORCH = os.path.join(os.path.dirname(torch.__file__), "")
_HARNESS = os.path.join(os.path.dirname(os.path.dirname(__file__)), "")
_PYTHON = os.path.join(sysconfig.get_path("stdlib"), "")
_PACKAGES = f"{os.sep}site-packages{os.sep}"  # this folder may lie inside Python's folder


def is_warning(text):
    """Returns whether the text is torch's warning that a backend cannot compile a graph. torch
    reports the resulting break separately."""
    return text.startswith("WON'T CONVERT ")


def read(text):
    """Returns {reason, context, file, line, function, kind, caller} from the text of an event
    dynamo_graph_break_reason. `kind` is fsdp, ddp, data, logging, collective or other. If the break
    is in a library, `caller` is the innermost code outside of torch and Python, such as
    "train.py:12 in step"."""
    stack = _FRAME.findall(text.split("\nTraceback (most recent call last):")[0])
    title = _TITLE.search(text)
    last = stack[-1] if stack else ("", "0", "")
    file, line = title.groups() if title else last[:2]
    context = _RAISED.search(text) or _CONTEXT.search(text)
    seen = {
        "reason": _reason(text),
        "context": context[1].strip() if context else "",
        "file": file,
        "line": int(line),
        "function": last[2],
    }
    kind = _kind(seen, [frame[0] for frame in stack])
    return {**seen, "kind": kind, "caller": _caller(stack) if _is_library(file) else ""}


def _reason(text):
    """Returns the line with the reason of the break, without the lines about the traced code."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for line in lines[1:]:
        line = line.removeprefix("Graph Break Reason: ")
        if line and not line.startswith(_BEFORE):
            return line
    return lines[0] if lines else ""


def _kind(seen, files):
    said = f"{seen['reason']}\n{seen['context']}"
    for kind, words, places in _KINDS:
        if re.search(words, said, re.IGNORECASE):
            return kind
        if places and any(re.search(places, file) for file in files):
            return kind
    return "other"


def _caller(stack):
    for file, line, function in reversed(stack):
        if not _is_library(file):
            return f"{file}:{line} in {function}"
    return ""


def _is_library(file):
    of_python = file.startswith(_PYTHON) and _PACKAGES not in file
    return of_python or file.startswith((_TORCH, _HARNESS, "<"))
