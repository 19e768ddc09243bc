"""Splits a captured graph at the modules that the script keeps as modules. Each of these modules
gets its own graph, and the graph around them calls the modules."""

import operator
import re

import torch

_INPUT = re.compile(r"^l_(\w+)_$")


class Part:
    """The graph of one module. `parameters` are the names of the graph's placeholders. `template`
    describes the graph's result (graph.py)."""

    def __init__(self, graph, parameters, template):
        self.graph, self.parameters, self.template = graph, parameters, template


def split(graph, names):
    """Returns the outer graph, which calls its parts, and {name: Part}. `names` maps paths of
    modules to the names of these modules in the outer graph. Only outermost modules become parts.
    Raises if the graph does not call each part exactly once."""
    outermost = {p: n for p, n in names.items() if not any(p.startswith(f"{o}.") for o in names)}
    members = _members(graph, outermost)
    inside = {node for nodes in members.values() for node in nodes}
    starts = {_calls(name, nodes)[0]: name for name, nodes in members.items()}
    new, known, parts = torch.fx.Graph(), {}, {}
    for node in graph.nodes:
        if node in starts:
            name = starts[node]
            parts[name] = _part(members[name])
            _call(new, name, members[name], known)
        elif node not in inside:
            known[node] = new.node_copy(node, known.__getitem__)
    return new, parts


def _members(graph, names):
    members = {name: [] for name in names.values()}
    for node in graph.nodes:
        name = _part_with(node, names)
        if name is not None:
            members[name].append(node)
    return members


def _part_with(node, names):
    if node.op in ("placeholder", "output"):
        return None
    if node.op == "get_attr":  # a parameter belongs to the part that reads it
        readers = {_part_with(user, names) for user in node.users} or {None}
        if len(readers) > 1:
            raise ValueError(f"several of its parts read {node.target}")
        return readers.pop()
    stack = node.meta.get("nn_module_stack") or {}
    around = [path.removeprefix("L['self']").lstrip(".") for path, _ in stack.values()]
    return next((names[path] for path in around if path in names), None)


def _calls(name, members):
    """Returns the part's nodes without the parameters that they read. Raises if another call lies
    between two of the part's calls."""
    calls = [n for n in members if n.op != "get_attr"]
    if not calls:
        raise ValueError(f"the graph has no call of {name}")
    left, node = set(calls), calls[0]
    while left:
        if node not in left and node.op not in ("placeholder", "get_attr"):
            raise ValueError(f"the graph calls {name} several times")
        left.discard(node)
        node = node.next
    return calls


def _inputs(members):
    inside = set(members)
    found = dict.fromkeys(n for member in members for n in member.all_input_nodes)
    return [n for n in found if n not in inside]


def _results(members):
    inside = set(members)
    return [n for n in members if any(user not in inside for user in n.users)]


def _part(members):
    """Returns a Part whose values are numbered from its own start, so that equal parts have equal
    graphs."""
    graph, known = torch.fx.Graph(), {}
    for node in _inputs(members):
        name = _INPUT.sub(r"\1", _unnumbered(node))
        known[node] = _with_meta(graph.placeholder(name), node)
    parameters = [n.name for n in known.values()]
    for node in members:
        arguments, options = torch.fx.map_arg((node.args, node.kwargs), known.__getitem__)
        copy = graph.create_node(node.op, node.target, arguments, options, _unnumbered(node))
        known[node] = _with_meta(copy, node)
    results = _results(members)
    graph.output(tuple(known[n] for n in results))
    return Part(graph, parameters, _template(len(results)))


def _template(count):
    numbers = [f"@{i}" for i in range(count)]
    return numbers[0] if count == 1 else {"tuple": numbers}


def _unnumbered(node):
    return re.sub(r"(?<=.)_\d+$", "", node.name)


def _call(graph, target, members, known):
    """Adds a call of the part to the outer graph. The call's results keep the names of the values
    that they replace."""
    arguments = tuple(known[n] for n in _inputs(members))
    results = _results(members)
    only = results[0] if len(results) == 1 else None
    call = graph.create_node("call_module", target, arguments, name=only and only.name)
    if only:
        known[only] = _with_meta(call, only)
        return
    for i, node in enumerate(results):
        item = graph.create_node("call_function", operator.getitem, (call, i), name=node.name)
        known[node] = _with_meta(item, node)


def _with_meta(node, of):
    node.meta = of.meta
    return node
