"""Generates programs that determine what a send or recv waits for, and what it matches."""

from gridlock_testing.programs.suite import Question, ends, program


def _send(peer, **more):
    return {"op": "send", "peer": peer, **more}


def _recv(peer, **more):
    return {"op": "recv", "peer": peer, **more}


def _any(**more):
    return {"op": "recv from any source", **more}


def _wait(call):
    return {"op": "wait", "call": call}


def _drop(call):
    return {"op": "drop", "call": call}


def _stuck(count):
    return [{"op": "all_reduce", "async": True}] * count


def _send_and_recv(peer):
    return [_send(peer, **_LATER), _recv(peer), _wait(0)]


_COUNTS = (1, 12, 30_000)
_LATER = {"async": True}
_CROSSED = [_recv(0, tag=2), _recv(0, tag=1)]

# The title of each program, and the operations of each rank.
_SCENES = (
    [("send without recv", [[_send(1, count=count)], []]) for count in _COUNTS]
    + [("recv without send", [[_recv(1, count=count)], []]) for count in _COUNTS]
    + [("recv from any source without send", [[_any(count=count)], []]) for count in _COUNTS]
    + [("send and recv", [[_send(1, count=count)], [_recv(0, count=count)]]) for count in _COUNTS]
    + [
        ("send and recv from any source", [[_send(2)], [_send(2)], [_any(), _any()]]),
        ("send and recv from any source", [[], [_send(2)], [_any()]]),
        ("two in order", [[_send(1), _send(1)], [_recv(0), _recv(0)]]),
        ("two in order", [[_send(1, **_LATER), _send(1)], [_recv(0), _recv(0)]]),
        ("tags crossed, send", [[_send(1, tag=1), _send(1, tag=2)], _CROSSED]),
        ("tags crossed, isend", [[_send(1, tag=1, **_LATER), _send(1, tag=2), _wait(0)], _CROSSED]),
        ("other tag", [[_send(1, tag=1)], [_recv(0, tag=2)]]),
        ("other tag", [[_send(1, tag=1)], [_any(tag=2)]]),
        ("other peer", [[_send(1)], [_recv(2)], [_recv(0)]]),
        ("both send first", [[_send(1), _recv(1)], [_send(0), _recv(0)]]),
        ("both receive first", [[_recv(1), _send(1)], [_recv(0), _send(0)]]),
        ("both isend first", [_send_and_recv(1), _send_and_recv(0)]),
        ("isend dropped", [[_send(1, **_LATER), _drop(0)], [{"op": "compute"}, _recv(0)]]),
        ("isend never waited for", [[_send(1, **_LATER)], [{"op": "compute"}, _recv(0)]]),
        ("irecv dropped", [[_recv(1, **_LATER), _drop(0)], [{"op": "compute"}, _send(0)]]),
        ("irecv never waited for", [[_recv(1, **_LATER)], [{"op": "compute"}, _send(0)]]),
        ("message longer than recv", [[_send(1, count=24)], [_recv(0, count=12)]]),
        ("message shorter than recv", [[_send(1, count=12)], [_recv(0, count=24)]]),
        ("dtype, equal width", [[_send(1, dtype="int32")], [_recv(0)]]),
        ("dtype, wider message", [[_send(1, dtype="float64")], [_recv(0)]]),
        ("dtype, narrower message", [[_send(1, dtype="float16")], [_recv(0)]]),
        ("empty send without recv", [[_send(1, count=0)], []]),
        ("empty recv without send", [[_recv(1, count=0)], []]),
        ("empty send and recv", [[_send(1, count=0)], [_recv(0, count=0)]]),
        ("dead receiver", [[_send(1)], [{"op": "die"}]]),
        ("dead sender", [[_recv(1)], [{"op": "die"}]]),
        ("dead sender, from any source", [[_any()], [{"op": "die"}], []]),
    ]
    + [
        (f"behind {count} stuck collectives", [_stuck(count) + [_send(1)], [_recv(0)]])
        for count in (1, 2, 3)
    ]
)
_APART = ("other group", [[_send(1, group=0)], [_recv(0, group=1)]])


def questions():
    for asked, ranks in _SCENES:
        yield _question(asked, ranks)
    yield _question(*_APART, groups=[[0, 1], [0, 1]])


def _question(asked, ranks, **more):
    name = f"point to point: {asked}: " + "; ".join(
        ", ".join(operation["op"] for operation in operations) or "nothing" for operations in ranks
    )
    return Question(
        program(name, ranks, **more),
        lambda outcome: [(("point to point", asked), ", ".join(ends(outcome)))],
    )


# Two programs for each operation. The first shows that the operation needs a matching call. The
# second shows that the matching call is enough.
_PEER = {
    "send": ("send without recv", "send and recv"),
    "recv": ("recv without send", "send and recv"),
    "recv from any source": ("recv from any source without send", "send and recv from any source"),
}

OPS = tuple(_PEER)


def needs(conclusions):
    """Returns {operation: the table's word for what it needs}."""
    return {op: "peer" for op, asked in _PEER.items() if _waits(conclusions, *asked)}


def _waits(conclusions, alone, together):
    alone, together = (conclusions.get(("point to point", key), "") for key in (alone, together))
    return alone.startswith("hung") and set(together.split(", ")) == {"ended"}
