"""What a run of a script has captured, read from its folder."""

import json
import pathlib
from dataclasses import dataclass, field


@dataclass
class Unit:
    """A module of a library. Each rank's graph is as gridlock/capture/graph.py describes it."""

    made_by: str  # the expression of the script, as ast.unparse() writes it
    class_name: str
    graphs: dict = field(default_factory=dict)  # rank: graph


def units(folder):
    """Of all ranks, in the order of their first calls. An expression has its first unit."""
    found = {}
    for path in sorted(pathlib.Path(folder).glob("rank*.json"), key=_order):
        graph = json.loads(path.read_text())
        key = graph["made_by"]
        unit = found.setdefault(key, Unit(key, graph["class"]))
        unit.graphs.setdefault(graph["rank"], graph)
    return list(found.values())


def _order(path):
    _, number, _ = path.name.split(".")
    return int(number), path.name
