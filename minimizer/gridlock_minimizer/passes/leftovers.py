"""Drops code that becomes unused when other code is dropped: imports, definitions, assignments that
only make a value, declarations, statements that can never run, and calls of functions that do
nothing.

Code that was unused from the start is kept, because the failure may need the import or the
definition. Another pass (unused.py) proposes to drop it.
"""

import ast

from gridlock_minimizer.syntax.effects import is_pure
from gridlock_minimizer.syntax.rewriting import Rewriting, dropped, is_empty
from gridlock_minimizer.syntax.tree import DEFINITIONS, FUNCTIONS, IMPORTS, own_name, walk

# Methods that are called under other names or from outside the script.
_CALLED_BY_OTHERS = {"forward", "backward", "setup_context", "extra_repr"}


def without_leftovers(tree, unused_before):
    """Drops the leftovers of a change. `unused_before` are the keys that unused() returned for the
    tree before the change."""
    while True:
        edits = [
            edit
            for key, found in unused(tree).items()
            if key not in unused_before
            for edit in found
        ]
        if not edits:
            return tree
        tree = Rewriting(edits)(tree)


def unused(tree):
    """Returns {key: edits} of all unused parts. The edits drop the part. A part has the same key in
    other versions of the script."""
    found = {}
    _Finder(tree, found).look()
    return found


class _Finder:
    def __init__(self, tree, found):
        self.tree, self.found = tree, found
        self.mentions = {}  # {name: number of reads outside its own definition}
        self.attributes = set()
        for node in walk(tree):
            if isinstance(node, ast.Attribute):
                self.attributes.add(node.attr)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                self.attributes.add(node.value)
        self._count(tree, ())
        tops = [d for d in tree.body if isinstance(d, ast.FunctionDef)]
        once = {d.name for d in tops if sum(d.name == other.name for other in tops) == 1}
        self.empty = {d.name for d in tops if d.name in once and is_empty(d.body)}

    def _count(self, node, around):
        """Counts the reads of each name. Reads within the name's own definition do not count."""
        read = own_name(node, (ast.Load, ast.Del))
        if read is not None and read not in around:
            self.mentions[read] = self.mentions.get(read, 0) + 1
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and node.value.isidentifier()
        ):
            self.mentions[node.value] = self.mentions.get(node.value, 0) + 1  # for getattr
        inner = around + (node.name,) if isinstance(node, DEFINITIONS) else around
        for child in ast.iter_child_nodes(node):
            self._count(child, inner)

    def look(self):
        self._block(self.tree, "", None)

    def _block(self, owner, scope, in_class):
        for field in ("body", "orelse", "finalbody"):
            self._unreachable(getattr(owner, field, None), scope)
        for node in ast.iter_child_nodes(owner):
            if isinstance(node, DEFINITIONS):
                self._definition(node, scope, in_class)
                inner = f"{scope}.{node.name}"
                self._block(node, inner, node if isinstance(node, ast.ClassDef) else None)
                continue
            if isinstance(node, IMPORTS):
                self._imports(node, scope)
            elif isinstance(node, (ast.Global, ast.Nonlocal)):
                self._declaration(node, scope, owner)
            elif isinstance(node, (ast.Assign, ast.AnnAssign)) and in_class is None:
                self._assignment(node, scope)
            elif isinstance(node, ast.Expr):
                self._call(node, scope)
            if isinstance(node, (ast.stmt, ast.ExceptHandler)):
                self._block(node, scope, in_class)

    def _call(self, node, scope):
        """Finds a call of a function that does nothing."""
        call = node.value
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            return
        given = [*call.args, *(k.value for k in call.keywords)]
        if call.func.id in self.empty and all(map(is_pure, given)):
            self.found[("call", scope, ast.unparse(call))] = [(node, dropped)]

    def _unreachable(self, block, scope):
        """Finds statements behind a statement that leaves the block."""
        statements = block if isinstance(block, list) else []
        for at, s in enumerate(statements[:-1]):
            if isinstance(s, (ast.Return, ast.Raise, ast.Break, ast.Continue)):
                for later in statements[at + 1 :]:
                    self.found[("unreachable", scope, ast.dump(later))] = [(later, dropped)]
                return

    def _definition(self, node, scope, in_class):
        if in_class is not None:
            free = not in_class.bases or all(
                ast.unparse(b) in ("nn.Module", "torch.nn.Module") for b in in_class.bases
            )
            special = node.name.startswith("__") or node.name in _CALLED_BY_OTHERS
            if (
                free
                and not special
                and node.name not in self.attributes
                and not node.decorator_list
            ):
                self.found[("method", scope, node.name)] = [(node, dropped)]
        elif not self.mentions.get(node.name) and (
            not node.decorator_list or isinstance(node, ast.FunctionDef)
        ):
            self.found[("definition", scope, node.name)] = [(node, dropped)]

    def _imports(self, node, scope):
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            return
        for alias in node.names:
            name = (alias.asname or alias.name).split(".")[0]
            if name != "*" and not self.mentions.get(name):
                self.found[("import", scope, ast.unparse(alias))] = [(alias, dropped)]

    def _declaration(self, node, scope, owner):
        """Finds `global x` in a function that never binds x."""
        if not isinstance(owner, FUNCTIONS):
            return
        bound = {
            n.id if isinstance(n, ast.Name) else getattr(n, "name", "")
            for n in walk(owner)
            if isinstance(n, DEFINITIONS)
            or isinstance(n, ast.Name)
            and not isinstance(n.ctx, ast.Load)
        }
        left = [n for n in node.names if n in bound]
        if len(left) < len(node.names) and not any(isinstance(n, IMPORTS) for n in walk(owner)):
            new = [type(node)(left)] if left else []
            self.found[("declaration", scope, *node.names)] = [(node, lambda _: new)]

    def _assignment(self, node, scope):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if node.value is None or not all(isinstance(t, ast.Name) for t in targets):
            return
        itself = isinstance(node.value, ast.Name) and [t.id for t in targets] == [node.value.id]
        unread = is_pure(node.value) and not any(self.mentions.get(t.id) for t in targets)
        if itself or unread:
            self.found[("assignment", scope, *(t.id for t in targets), ast.dump(node.value))] = [
                (node, dropped)
            ]
