"""Turns the code that torch.fx writes for a graph into statements that a person would write. An
annotation shows the dtype and shape of each value: x: "f32[2, 8]" = …"""

import ast
import collections

from gridlock_minimizer.syntax.rewriting import Rewriting, put
from gridlock_minimizer.syntax.tree import Substitution, names, walk


class CannotLower(Exception):
    """Raised if a graph cannot become part of a script. The message states the reason."""


def statements(graph):
    """Returns the statements of one rank's graph; the last one is the return."""
    function = ast.parse(graph["code"].strip()).body[0]
    body = [s for s in function.body if not _is_deletion(s)]
    table = {name: _expression(text) for name, text in graph["inputs"]}
    table |= _globals(graph["names"], set(names(body, ast.Load)))
    lines = []
    shapes = dict(graph["shapes"])
    for s in _own_names(_with_only_results(body, shapes), graph["parameters"], shapes):
        s = _neat(Substitution(table).visit(s))
        if isinstance(s, ast.Return):
            lines.append(ast.Return(_result(graph["result"], s.value.elts)))
        elif _is_alias(s.value):
            table[s.targets[0].id] = s.value
        else:
            lines.append(s)
    return _with_shapes(lines, shapes)


def _with_only_results(body, shapes):
    """Turns t = f(x) and a following y = t[0] into y = f(x)[0] if no other item of t is read. The
    result can be annotated with a shape, which the tuple t does not have."""
    loads = collections.Counter(names(body, ast.Load))
    found = []
    for s in body:
        of = _tuple_of(s)
        if of and of not in shapes and loads[of] == 1 and found and _is_call_for(of, found[-1]):
            s.value.value = found.pop().value
        found.append(s)
    return found


def _tuple_of(s):
    """Returns the name t if the statement is y = t[0]; otherwise None."""
    item = s.value if isinstance(s, ast.Assign) else None
    is_item = isinstance(item, ast.Subscript) and isinstance(item.slice, ast.Constant)
    return item.value.id if is_item and isinstance(item.value, ast.Name) else None


def _is_call_for(name, s):
    """Returns whether the statement is name = f(x)."""
    return isinstance(s, ast.Assign) and s.targets[0].id == name and isinstance(s.value, ast.Call)


def _own_names(body, parameters, shapes):
    """Renames locals that have a parameter's name."""
    given = [(s, s.targets[0].id) for s in body if isinstance(s, ast.Assign)]
    taken = {name for _, name in given} | set(parameters)
    for name in {name for _, name in given} & set(parameters):
        new = name + "_"
        while new in taken:
            new += "_"
        if name in shapes:
            shapes[new] = shapes[name]
        for node in (n for s in body for n in walk(s)):
            if isinstance(node, ast.Name) and node.id == name:
                node.id = new
    return body


def _is_deletion(s):
    """Returns whether the statement is x = None, which frees a tensor."""
    return isinstance(s, ast.Assign) and isinstance(s.value, ast.Constant) and s.value.value is None


def _is_alias(value):
    """Returns whether the value is only another name for a tensor: an input, or a parameter of the
    module."""
    return isinstance(value, (ast.Name, ast.Attribute))


def _expression(text):
    return ast.parse(text, mode="eval").body


def _globals(meanings, loaded):
    """Returns the expression for each name that the code of the graph does not define. torch.fx
    passes these names as globals."""
    table = {}
    for name in loaded & meanings.keys():
        meaning = meanings[name]
        if not meaning:
            raise CannotLower(f"it uses {name}")
        if meaning != name:
            table[name] = _expression(meaning.replace("_operator.", "operator."))
    return table


def _with_shapes(lines, shapes):
    read = set(names(lines, ast.Load))
    found = []
    for s in lines:
        name = s.targets[0].id if isinstance(s, ast.Assign) else None
        if name in shapes:
            s = ast.AnnAssign(ast.Name(name, ast.Store()), ast.Constant(shapes[name]), s.value, 1)
        elif name and name not in read:
            s = ast.Expr(s.value)
        found.append(s)
    return found


def _result(template, values):
    if isinstance(template, str):
        return values[int(template[1:])]
    if "fields" in template:
        parts = [_result(part, values) for part in template["fields"].values()]
        return ast.Call(ast.Name(template["record"], ast.Load()), parts, [])
    if "dict" in template:
        keys = [ast.Constant(key) for key in template["dict"]]
        return ast.Dict(keys, [_result(part, values) for part in template["dict"].values()])
    kind = ast.Tuple if "tuple" in template else ast.List
    [parts] = template.values()
    return kind([_result(part, values) for part in parts], ast.Load())


def _neat(statement):
    """Shortens a statement. x[(slice(None, None, None), slice(1, None, None))] becomes x[:, 1:], a
    device becomes its name, such as "cpu", and getattr(self.x, "0") becomes self.x[0]."""
    edits = []
    for node in walk(statement):
        if isinstance(node, ast.Subscript):
            edits.append((node, lambda rewriting, node=node: _index(rewriting, node)))
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "torch.device":
            edits.append((node, put(ast.Constant(_device(node)))))
        elif isinstance(node, ast.Call) and _is_item(node):
            edits.append((node, lambda rewriting, node=node: _item(rewriting, node)))
    return Rewriting(edits)(statement)


def _index(rewriting, node):
    items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    new = [_slice(rewriting(item)) for item in items]
    index = ast.Tuple(new, ast.Load()) if isinstance(node.slice, ast.Tuple) and new else new[0]
    return ast.Subscript(rewriting(node.value), index, node.ctx)


def _is_item(call):
    """Returns whether the call gets an item of a list of modules."""
    name = getattr(call.args[-1], "value", None) if call.args else None
    return ast.unparse(call.func) == "getattr" and isinstance(name, str) and name.isdecimal()


def _item(rewriting, call):
    of, name = call.args
    return ast.Subscript(rewriting(of), ast.Constant(int(name.value)), ast.Load())


def _slice(item):
    if isinstance(item, ast.Name) and item.id == "Ellipsis":
        return ast.Constant(...)
    if isinstance(item, ast.Call) and ast.unparse(item.func) == "slice":
        is_none = [isinstance(a, ast.Constant) and a.value is None for a in item.args]
        return ast.Slice(*(None if none else a for a, none in zip(item.args, is_none)))
    return item


def _device(call):
    given = [k.value.value for k in call.keywords] + [a.value for a in call.args]
    return ":".join(map(str, given))
