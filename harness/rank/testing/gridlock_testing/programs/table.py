"""Derives the prover's table of a backend (harness/facts/semantics) from answers.

The table has a row only if every program and every run gave the same answer for it.
"""

from gridlock_testing.programs.suite import issue, needs, operations, point_to_point, workers

# The prover's names for arguments that have another name here.
_ARGUMENTS = {
    "dtype, equal width": "dtype",
    "dtype, other width": "width",
    "shape, equal count": "shape",
    "shape, other count": "count",
}


def draw(measurement):
    conclusions = measurement.conclusions()
    effect = _whether_it_fits if measurement.on_device else _effect
    table = {
        "needs": _needs(needs.Needs(conclusions), conclusions),
        "different_ops": _pairings(measurement, "pair", _pair, effect),
        "different_arguments": _pairings(measurement, "argument", _argument, effect),
        "empty_needs_nobody": _some_empty_needs_nobody(measurement.answers),
        "dead_peer_raises": _dead_peer_raises(measurement.answers),
        "barrier_waits_for_earlier": workers.barrier_waits(conclusions),
        "workers": workers.number(conclusions),
    }
    return table | _of_streams(conclusions) if measurement.on_device else table


def _of_streams(conclusions):
    return {
        "issue_returns": issue.returns(conclusions),
        "first_issue_meets": issue.first_meets(conclusions),
    }


# The entries of the table that the answers of each kind determine.
_DECIDED = {
    "pair": ("different_ops",),
    "argument": ("different_arguments",),
    "empty": ("empty_needs_nobody",),
    "dead": ("dead_peer_raises",),
    "behind": ("workers", "barrier_waits_for_earlier"),
    "issue": ("issue_returns", "first_issue_meets"),
}


def completed(drawn, built_in, answers):
    """Returns the table `drawn`, completed with built-in values for entries that were not measured,
    for lack of ranks or time."""
    asked = {key[0] for key in answers}
    result = {name: drawn[name] for kind in asked for name in _DECIDED.get(kind, ())}
    ops = {key[1] for key in answers if key[0] == "together"}
    ops |= set(point_to_point.OPS) if "point to point" in asked else set()
    kept = {op: word for op, word in built_in["needs"].items() if op not in ops}
    return built_in | result | {"needs": drawn["needs"] | kept}


def _pairings(measurement, title, name, judge):
    rows = {
        name(key): judge(set(answers))
        for key, answers in sorted(measurement.answers.items(), key=lambda row: str(row[0]))
        if key[0] == title
    }
    return _certain(rows)


def _effect(answers):
    """Returns the only outcome. If there are several, returns "amiss" if the calls never fit, and
    None otherwise."""
    if len(answers) == 1 and answers != {"mixed"}:
        return next(iter(answers))
    return None if "fits" in answers else "amiss"


def _whether_it_fits(answers):
    """Returns the effect of the two calls on each other, measured on GPUs. Only "fits" holds on every
    machine. Any other effect depends on sizes and on the links between the GPUs, even if it was
    observed each time."""
    return "fits" if answers == {"fits"} else "amiss"


def _pair(key):
    return f"{key[1]}/{key[2]}"


def _argument(key):
    return f"{_ARGUMENTS.get(key[1], key[1])} of {key[2]}"


def _needs(known, conclusions):
    collectives = {op: known.word(op) for op in operations.ALL}
    return _certain(collectives | point_to_point.needs(conclusions))


def _some_empty_needs_nobody(answers):
    """Returns true if an operation on empty tensors completed in some program without waiting. The
    prover must then not assume that operations on empty tensors wait."""
    return any("nobody waits" in counts for key, counts in answers.items() if key[0] == "empty")


def _dead_peer_raises(answers):
    """Returns whether every rank that needs the dead rank gets an exception. Assumes that a rank
    that gets an exception exits with it."""
    found = [counts for key, counts in answers.items() if key[0] == "dead" and key[2] == "exit"]
    return bool(found) and all(set(counts) <= {"raises", "needs nobody"} for counts in found)


def _certain(rows):
    return {name: row for name, row in rows.items() if row is not None}


def part(table, ops, arguments):
    """Returns the rows that concern only operations in `ops`, and rows of different arguments only
    if the argument is in `arguments`."""
    result = {
        name: {row: word for row, word in table[name].items() if set(row.split("/")) <= set(ops)}
        for name in ("needs", "different_ops")
    }
    rows = table["different_arguments"].items()
    of = [f"{argument} of {op}" for argument in arguments for op in ops]
    return result | {"different_arguments": {row: word for row, word in rows if row in of}}


def differences(measured, built_in):
    """Returns a line of text for each row in which the tables differ."""
    left, right = _flat(measured), _flat(built_in)
    return [
        f"{row}: measured {_word(left, row)}, built-in {_word(right, row)}"
        for row in sorted(left.keys() | right.keys())
        if left.get(row) != right.get(row)
    ]


def _flat(table):
    """Returns the table without nesting. The rows a/b and b/a become one row."""
    result = {}
    for name, value in table.items():
        rows = value.items() if isinstance(value, dict) else [("", value)]
        for row, word in rows:
            result[f"{name} {'/'.join(sorted(row.split('/')))}".strip()] = word
    return result


def _word(rows, row):
    return repr(rows[row]) if row in rows else "nothing"
