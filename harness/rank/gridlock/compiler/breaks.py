"""Graph breaks: what torch says of one, taken apart."""

import re

_TITLE = re.compile(r"^Graph break in user code at (.+):(\d+)$", re.MULTILINE)
_CONTEXT = re.compile(r"^ *Developer debug context: (.*)$", re.MULTILINE)
_FRAME = re.compile(r'^  File "(.+)", line (\d+), in (.+)$', re.MULTILINE)
_TRACING = "Encountered graph break when attempting to trace"

# Where a break belongs; the first row that matches counts. The first pattern is looked for in reason
# and context, the second one in the files of the user's stack.
_KINDS = (
    ("fsdp", r"fsdp", r"/fsdp/|/_composable/"),
    ("data", r"data.dependent|\.item\(\)|Tensor\.item|unbacked|aten\._local_scalar_dense|nonzero", None),
    ("logging", r"\bprint\b|logging|\blogger\b|warnings\.warn", r"/logging/__init__\.py$"),
    ("collective", r"c10d|ProcessGroup|distributed|all_reduce|all_gather", r"/torch/distributed/"),
)


def read(text):
    """{reason, context, file, line, function, kind} of the text of an event dynamo_graph_break_reason;
    `kind` is fsdp, data, logging, collective or other."""
    stack = _FRAME.findall(text.split("\nTraceback (most recent call last):")[0])
    title = _TITLE.search(text)
    last = stack[-1] if stack else ("", "0", "")
    file, line = title.groups() if title else last[:2]
    reason = _reason(text)
    context = _CONTEXT.search(text)
    seen = {
        "reason": reason,
        "context": context[1].strip() if context else "",
        "file": file,
        "line": int(line),
        "function": last[2],
    }
    return {**seen, "kind": _kind(seen, [frame[0] for frame in stack])}


def _reason(text):
    """The sentence that names it, without what Dynamo was about to trace."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for line in lines[1:]:
        line = line.removeprefix("Graph Break Reason: ")
        if line and not line.startswith(_TRACING):
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
