"""Makes a new tree from an old tree and edits of its nodes. The old tree is never changed. The new
tree shares the unchanged parts with it."""

import ast

DROPPED = object()

_EMPTY_IS_DROPPED = {
    ast.Delete: "targets", ast.Import: "names", ast.ImportFrom: "names", ast.Assign: "targets",
    ast.Global: "names", ast.Nonlocal: "names",
}  # fmt: skip
_NEEDED = {
    ast.Expr: "value",
    ast.Assign: "value",
    ast.AugAssign: "value",
    ast.keyword: "value",
    ast.Starred: "value",
}


class Rewriting:
    """Applies edits. `edits` are pairs (node, edit), and edit(rewriting) returns the new node, a
    list of statements, or DROPPED. Edits can be nested, because an edit calls the rewriting with
    the parts of the old node that it keeps."""

    def __init__(self, edits):
        self._edits = {id(node): edit for node, edit in edits}

    def __call__(self, node):
        edit = self._edits.get(id(node))
        return self.inside(node) if edit is None else edit(self)

    def inside(self, node):
        """Returns the node with its parts rewritten. Ignores the edit of the node itself."""
        fields = dict(ast.iter_fields(node))
        new = {name: self._field(value) for name, value in fields.items()}
        if all(new[name] is fields[name] for name in fields):
            return node
        return _completed(type(node)(**new))

    def block(self, statements):
        return self._list(statements)

    def _field(self, value):
        if isinstance(value, ast.AST):
            return self(value)
        return self._list(value) if isinstance(value, list) else value

    def _list(self, items):
        new = []
        for item in items:
            result = self(item) if isinstance(item, ast.AST) else item
            if isinstance(result, list):
                new += result
            elif result is not DROPPED:
                new.append(result)
        same = len(new) == len(items) and all(a is b for a, b in zip(new, items))
        return items if same else new


def _completed(node):
    """Returns the replacement of a node that has lost parts."""
    needed = _NEEDED.get(type(node))
    if needed and getattr(node, needed) is DROPPED:
        return DROPPED
    listed = _EMPTY_IS_DROPPED.get(type(node))
    if listed and not getattr(node, listed):
        return DROPPED
    for name, value in ast.iter_fields(node):
        if value is DROPPED:
            setattr(node, name, None)
    if isinstance(node, ast.BoolOp) and len(node.values) < 2:
        return node.values[0] if node.values else ast.Constant(isinstance(node.op, ast.And))
    if isinstance(node, (ast.With, ast.AsyncWith)) and not node.items:
        return node.body
    return _block_owner(node)


def _block_owner(node):
    """Keeps a function whose body is empty; drops other statements whose body is empty."""
    body = getattr(node, "body", None)
    if not isinstance(body, list) or isinstance(node, ast.Module):
        return node
    if len(body) > 1:
        node.body = body = [s for s in body if not isinstance(s, ast.Pass)] or [ast.Pass()]
    for field in ("orelse", "finalbody"):
        if is_empty(getattr(node, field, [])):
            setattr(node, field, [])
    if not is_empty(body):
        return node
    if isinstance(node, (ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith)):
        if not getattr(node, "orelse", []):
            return DROPPED
    if isinstance(node, ast.Try):
        return node.orelse + node.finalbody or DROPPED
    node.body = [ast.Pass()]
    return node


def is_empty(block):
    return all(isinstance(s, ast.Pass) for s in block)


# Edits that many passes share.
def dropped(_):
    return DROPPED


def put(new):
    """Returns an edit that replaces the old node with this new node, or with these new
    statements."""
    return lambda rewriting: new


def replaced_by(part):
    """Returns an edit that replaces the old node with a part of it."""
    return lambda rewriting: rewriting(part)
