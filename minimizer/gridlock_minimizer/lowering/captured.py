"""Reads the captures of a script's run from their folder."""

import json
import pathlib
from dataclasses import dataclass, field, replace


@dataclass
class Unit:
    """A module of a library, or a part of such a module. For each rank, a Unit contains what
    gridlock/capture recorded: a graph (capture/graph.py), or a forward that remains Python
    (capture/frames.py)."""

    made_by: str  # the expression that makes it in the script, as ast.unparse() writes it
    class_name: str
    graphs: dict = field(default_factory=dict)  # rank: graph
    frames: dict = field(default_factory=dict)  # rank: frame
    parts: dict = field(default_factory=dict)  # path: unit

    def ranks(self):
        return self.graphs.keys() | self.frames.keys()

    def in_aten(self):
        """Returns the unit in ATen operators; None if some rank has captured no ATen graph."""
        if self.frames or not all("aten" in graph for graph in self.graphs.values()):
            return None
        graphs = {rank: {**graph, **graph["aten"]} for rank, graph in self.graphs.items()}
        return replace(self, graphs=graphs)


def units(folder):
    """Returns the units of all ranks, in the order of their first calls. Returns only the first
    unit if an expression made several."""
    found = {}
    for path in sorted(pathlib.Path(folder).glob("rank*.json"), key=_order):
        record = json.loads(path.read_text())
        key = record["made_by"]
        unit = found.setdefault(key, Unit(key, record["class"]))
        if record.get("path"):
            unit = unit.parts.setdefault(record["path"], Unit(key, record["class"]))
        of_ranks = unit.frames if "methods" in record else unit.graphs
        of_ranks.setdefault(record["rank"], record)
    return list(found.values())


def _order(path):
    _, number, _ = path.name.split(".")
    return int(number), path.name
