"""A unit as the definition of a module, with parameters of its own."""

import ast

from gridlock_minimizer.lowering.body import CannotLower, statements

_RANK = "torch.distributed.get_rank()"


def definitions(unit, name):
    """What the top of a script needs for class `name`: imports, records, the class."""
    bodies = {rank: statements(graph) for rank, graph in sorted(unit.graphs.items())}
    first = unit.graphs[min(unit.graphs)]
    if any(g["parameters"] != first["parameters"] for g in unit.graphs.values()):
        raise CannotLower("ranks call it in different ways")
    records = {}
    for graph in unit.graphs.values():
        _records(graph["result"], records)
    made = ast.parse(_class(name, unit, first["parameters"])).body[0]
    made.body[1].body = _by_rank(bodies)
    text = "".join(f"{n} = collections.namedtuple({n!r}, {f})\n" for n, f in records.items())
    imports = "import collections\n" if records else ""
    imports += "".join(f"import {m}\n" for m in _modules(made))
    return ast.parse(imports).body, [*ast.parse(text).body, made]


def _class(name, unit, parameters):
    attributes = {}
    for _, graph in sorted(unit.graphs.items(), reverse=True):
        attributes |= graph["attributes"]
    lines = [f"        self.{key} = {value}\n" for key, value in attributes.items()]
    return (
        f"class {name}(torch.nn.Module):\n"
        f"    def __init__(self):\n        super().__init__()\n{''.join(lines)}"
        f"    def forward({', '.join(['self', *parameters])}):\n        pass\n"
    )


def _records(template, found):
    if isinstance(template, str):
        return
    if "fields" in template:
        found[template["record"]] = list(template["fields"])
    for parts in template.values():
        children = parts.values() if isinstance(parts, dict) else parts
        for part in children if isinstance(parts, (dict, list)) else ():
            _records(part, found)


def _modules(tree):
    """Those that calls begin with."""
    found = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)} & {"operator", "math"}
    return ["torch", *(["torch.distributed"] if _RANK in ast.unparse(tree) else []), *sorted(found)]


def _by_rank(bodies):
    """What only some ranks do stands between what all do."""
    all_bodies = list(bodies.values())
    begin = _common(all_bodies)
    end = _common([body[begin:][::-1] for body in all_bodies])
    groups = {}
    for rank, body in bodies.items():
        middle = body[begin : len(body) - end]
        _, ranks = groups.setdefault("".join(map(ast.dump, middle)), (middle, []))
        ranks.append(rank)
    middles = sorted(groups.values(), key=lambda group: not group[0])  # nothing to do comes last
    branch = middles.pop()[0]
    for middle, ranks in reversed(middles):
        branch = [ast.If(_is_one_of(ranks), middle, branch)]
    return all_bodies[0][:begin] + branch + all_bodies[0][len(all_bodies[0]) - end :]


def _common(bodies):
    """How many statements they begin with alike."""
    count = 0
    for alike in zip(*bodies):
        if len({ast.dump(s) for s in alike}) > 1:
            break
        count += 1
    return count


def _is_one_of(ranks):
    text = f"{_RANK} == {ranks[0]}" if len(ranks) == 1 else f"{_RANK} in {tuple(ranks)}"
    return ast.parse(text, mode="eval").body
