"""Converts a program from the format of README.md to the format that ranks execute, with a list of
operations for each thread."""

# Operations that have another name in the prover's generator than in README.md.
_KINDS = {"recv_any": "recv from any source"}
# Values of the fields that the prover's generator leaves out.
_USUAL = {"group": 0, "peer": -1, "count": 1, "of": 0, "key": 0}
_ROOTED = {"broadcast", "reduce", "gather", "scatter"}


def complete(program):
    return {**program, "ranks": [_threads(rank) for rank in program["ranks"]]}


def _threads(rank):
    threads = rank if rank and isinstance(rank[0], list) else [rank]
    return [[_operation(operation) for operation in operations] for operations in threads]


def _operation(operation):
    kind = operation.get("kind")
    if kind is None:
        return operation
    result = {**_USUAL, **operation, "op": _KINDS.get(kind, kind)}
    if kind == "collective":
        result["op"] = operation["op"]
        if operation["op"] in _ROOTED:
            result["root"] = result["peer"]
    if kind == "wait":
        result["call"] = result["of"]
    return result
