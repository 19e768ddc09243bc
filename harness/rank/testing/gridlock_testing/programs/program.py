"""Converts a program from the format of README.md to the form that ranks execute, with a list of
operations per thread."""

# Names of operations in the prover's generator that differ from the names in README.md.
_KINDS = {"recv_any": "recv from any source"}
# The values of fields that the prover's generator omits.
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
