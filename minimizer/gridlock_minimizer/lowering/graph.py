"""Writes the graphs of all ranks as the source of a class with straight-line code."""

import ast

from gridlock_minimizer.lowering.body import CannotLower, statements
from gridlock_minimizer.lowering.by_rank import RANK, by_rank


class Graph:
    def __init__(self, graphs):
        """`graphs` is {rank: graph}, in the order of the ranks."""
        first = next(iter(graphs.values()))
        if any(_called(graph) != _called(first) for graph in graphs.values()):
            raise CannotLower("ranks call it in different ways")
        self.modules, self.containers = first.get("modules", {}), first.get("containers", {})
        self.attributes = {}
        self.values = {}
        for graph in reversed(graphs.values()):
            self.attributes |= graph["attributes"]
        for graph in graphs.values():
            _records(graph["result"], self.values)
        bodies = {rank: statements(graph) for rank, graph in graphs.items()}
        self.methods = [_forward(first["parameters"], by_rank(bodies))]
        self.imports = ["import collections"] if self.values else []
        self.imports += [f"import {m}" for m in _modules(self.methods[0])]


def _called(graph):
    return graph["parameters"], graph.get("modules")


def _forward(parameters, body):
    forward = ast.parse(f"def forward({', '.join(['self', *parameters])}):\n    pass").body[0]
    forward.body = body
    return forward


def _records(template, found):
    if isinstance(template, str):
        return
    if "fields" in template:
        name, fields = template["record"], list(template["fields"])
        found[name] = f"collections.namedtuple({name!r}, {fields})"
    for parts in template.values():
        children = parts.values() if isinstance(parts, dict) else parts
        for part in children if isinstance(parts, (dict, list)) else ():
            _records(part, found)


def _modules(tree):
    """Returns the Python modules that the calls need."""
    found = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)} & {"operator", "math"}
    return [*(["torch.distributed"] if RANK in ast.unparse(tree) else []), *sorted(found)]
