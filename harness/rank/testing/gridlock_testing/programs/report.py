"""Formats the measurements for people: 100 columns."""

import textwrap

from gridlock_testing.programs.suite import operations

_WIDTH = 100
_SIZE = 4  # size of the groups in the table of needs
_ARGUMENTS = {
    "dtype, equal width": "same width",
    "dtype, other width": "other width",
    "shape, equal count": "same count",
    "shape, other count": "other count",
}


def lines(measurement, table):
    yield from _columns(_needs(measurement, table))
    yield from _pairs(measurement)
    yield from _columns(_arguments(measurement))
    yield from _lists(measurement)


def _word(counts):
    """Returns the answer as a word, or all answers if there are several."""
    return "/".join(sorted(counts)) if counts else "-"


def _needs(measurement, table):
    """Yields the rows of the table of needs. Members are numbered from the root. A question mark
    follows a member that was waited for only in some runs."""
    yield [f"of {_SIZE}, who waits for", "the root", "1", "2", "3", "in the table"]
    for op in operations.ROOTED:
        row = [_waiting(measurement, op, absent) for absent in range(_SIZE)]
        yield [op, *row, table["needs"].get(op, "-")]
    for op in operations.ALL:
        if op not in operations.ROOTED:
            answers = measurement.answers.get(("needs", op, _SIZE, "member", "member"), {})
            yield [op, "", "", "", _word(answers), table["needs"].get(op, "-")]


def _waiting(measurement, op, absent):
    found = []
    for place in range(_SIZE):
        answers = measurement.answers.get(("needs", op, _SIZE, place, absent), {})
        if "waits" in answers:
            found.append(f"{place}" if len(answers) == 1 else f"{place}?")
    return " ".join(found) or "nobody"


def _pairs(measurement):
    by_answer = {}
    for key, counts in measurement.answers.items():
        if key[0] == "pair":
            by_answer.setdefault(_word(counts), []).append(f"{key[1]}/{key[2]}")
    for answer, pairs in sorted(by_answer.items()):
        yield f"{len(pairs)} pairs of operations: {answer}"
        yield from _wrapped(", ".join(pairs))
    yield ""


def _arguments(measurement):
    asked = list(dict.fromkeys(key[1] for key in measurement.answers if key[0] == "argument"))
    yield ["one rank differs in:", *(_ARGUMENTS.get(name, name) for name in asked)]
    for op in operations.MOVING:
        row = [_word(measurement.answers.get(("argument", name, op), {})) for name in asked]
        if set(row) != {"-"}:
            yield [op, *row]


def _lists(measurement):
    for title in ("empty", "dead", "point to point", "behind", "issue"):
        by_answer = {}
        for key, counts in measurement.answers.items():
            if key[0] == title:
                by_answer.setdefault(_word(counts), []).append(", ".join(map(str, key[1:])))
        for answer, keys in sorted(by_answer.items()):
            yield f"{title}: {answer}"
            yield from _wrapped("; ".join(keys))
    yield ""


def _columns(rows):
    rows = list(rows)
    widths = [max(map(len, column)) + 1 for column in zip(*rows)]
    for row in rows:
        yield "".join(word.ljust(width) for word, width in zip(row, widths)).rstrip()
    yield ""


def _wrapped(text):
    return textwrap.wrap(
        text, _WIDTH, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False
    )
