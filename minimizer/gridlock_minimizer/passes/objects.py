"""Turns objects that only contain values into variables. With o = Settings(), o.width becomes
o_width."""

import ast

from gridlock_minimizer.passes.calls import given_value, has_stars, is_plain
from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.syntax.rewriting import dropped, put
from gridlock_minimizer.syntax.scopes import fresh
from gridlock_minimizer.syntax.tree import FUNCTIONS, names, nodes, parameters, substitute, walk

_DATACLASSES = ("dataclass", "dataclasses.dataclass", "dataclass()", "dataclasses.dataclass()")


def pieces(script):
    tree = script.tree
    taken = set(names(tree)) | {p.arg for f in nodes(tree, FUNCTIONS) for p in parameters(f)}
    found = []
    for node in tree.body:
        edits = _of_class(tree, node, taken) if isinstance(node, ast.ClassDef) else None
        if edits:
            found.append(_piece([(node, dropped), *edits], node.name))
    for made in nodes(tree, ast.Assign):
        values = _of_namespace(made.value)
        edits = _as_variables(tree, made, values, taken) if values else None
        if edits:
            found.append(_piece(edits, made.targets[0].id))
    return found


def _piece(edits, name):
    return Piece([Alternative(edits, "variables", takes_users=False)], name=name)


def _of_class(tree, node, taken):
    fields = _fields(node)
    mentions = [n for n in nodes(tree, ast.Name) if n.id == node.name]
    made = [
        s
        for s in nodes(tree, ast.Assign)
        if isinstance(s.value, ast.Call) and s.value.func in mentions
    ]
    if fields is None or len(mentions) != 1 or len(made) != 1:
        return None
    values = _values(node, fields, made[0].value)
    return _as_variables(tree, made[0], values, taken) if values else None


def _of_namespace(value):
    """Returns the fields of the value if it is argparse.Namespace(a=1, …)."""
    if not isinstance(value, ast.Call) or value.args or not all(k.arg for k in value.keywords):
        return None
    is_one = ast.unparse(value.func).split(".")[-1] in ("Namespace", "SimpleNamespace")
    return {k.arg: k.value for k in value.keywords} if is_one else None


def _as_variables(tree, made, values, taken):
    """Returns the edits; None if the object is used in any way other than through its
    attributes."""
    if not isinstance(made.targets[0], ast.Name):
        return None
    name = made.targets[0].id
    uses = [
        n
        for n in nodes(tree, ast.Attribute)
        if isinstance(n.value, ast.Name) and n.value.id == name
    ]
    if names(tree).count(name) != len(uses) + 1 or not {u.attr for u in uses} <= values.keys():
        return None
    if any(not isinstance(u.ctx, ast.Load) for u in uses) and any(
        isinstance(f, FUNCTIONS) for f in _around(tree, made)
    ):
        return None
    new = {}
    for attribute in dict.fromkeys(u.attr for u in uses):
        wanted = f"{name}_{attribute}"
        new[attribute] = wanted if wanted not in taken else fresh(wanted, taken)
    assigned = [
        ast.Assign([ast.Name(new[a], ast.Store())], v) for a, v in values.items() if a in new
    ]
    replaced = [(u, put(ast.Name(new[u.attr], type(u.ctx)()))) for u in uses]
    return [(made, lambda rewriting: assigned), *replaced]


def _around(tree, statement):
    return [f for f in nodes(tree, FUNCTIONS) if any(n is statement for n in walk(f))]


def _fields(node):
    """Returns {name: default or None} of a dataclass, in order; None if the class has other
    members."""
    decorators = [ast.unparse(d) for d in node.decorator_list]
    if node.bases or node.keywords or any(d not in _DATACLASSES for d in decorators):
        return None
    fields = {}
    for s in node.body:
        if isinstance(s, ast.AnnAssign) and isinstance(s.target, ast.Name):
            fields[s.target.id] = s.value
        elif (
            isinstance(s, ast.Assign) and len(s.targets) == 1 and isinstance(s.targets[0], ast.Name)
        ):
            fields[s.targets[0].id] = s.value
        elif not isinstance(s, ast.Pass) and getattr(s, "name", "") != "__init__":
            return None
    if any(isinstance(v, ast.Call) and "field" in ast.unparse(v.func) for v in fields.values()):
        return None
    return fields


def _values(node, fields, call):
    """Returns the value of each attribute right after the call."""
    init = next((m for m in node.body if getattr(m, "name", "") == "__init__"), None)
    order = (
        [p.arg for p in init.args.args[1:]] if init else list(fields) if node.decorator_list else []
    )
    if has_stars(call) or len(call.args) > len(order) or init and not is_plain(init):
        return None
    given = {
        p: value for at, p in enumerate(order) if (value := given_value(call, at, p)[1]) is not None
    }
    if init is None:
        values = fields | given
    else:
        first = len(order) - len(init.args.defaults)
        given = dict(zip(order[first:], init.args.defaults)) | given
        values = fields | (_written(init, given) or {"": None})
    return None if any(v is None for v in values.values()) else values


def _written(init, given):
    """Returns {attribute: value} of an __init__ that only assigns attributes of self. The values
    must depend only on the parameters."""
    written = {}
    for s in init.body:
        if isinstance(s, ast.Pass):
            continue
        target = s.targets[0] if isinstance(s, ast.Assign) and len(s.targets) == 1 else None
        if (
            not isinstance(target, ast.Attribute)
            or ast.unparse(target.value) != "self"
            or "self" in names(s.value)
        ):
            return None
        written[target.attr] = substitute(given, [ast.parse(ast.unparse(s.value)).body[0]])[0].value
    return written
