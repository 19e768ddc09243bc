"""Finds the classes of a script whose attributes are all known from the text."""

import ast

from gridlock_minimizer.syntax.tree import FUNCTIONS, nodes

MODULE_BASES = {"nn.Module", "torch.nn.Module", "Module"}
_OPEN = {
    "setattr",
    "vars",
    "__dict__",
    "__getattr__",
    "__getattribute__",
    "__new__",
    "__slots__",
    "__init_subclass__",
}


class Classes:
    def __init__(self, tree):
        self.by_name = {}
        found = list(nodes(tree, ast.ClassDef))
        for node in found:
            twice = node.name in self.by_name
            self.by_name[node.name] = None if twice else node
        self.made = {c.func.id for c in nodes(tree, ast.Call) if isinstance(c.func, ast.Name)}
        mentioned = {n.id for n in nodes(tree, ast.Name)} | {
            n.attr for n in nodes(tree, ast.Attribute)
        }
        mentioned |= {f.name for f in nodes(tree, (ast.FunctionDef, ast.AsyncFunctionDef))}
        self.is_open = bool(mentioned & _OPEN)

    def closed(self):
        """Returns the classes whose attributes are all known: they are made by name, and have no
        decorators, metaclasses, or bases of unknown origin."""
        return [
            c
            for c in self.by_name.values()
            if c and c.name in self.made and self.lineage(c) is not None
        ]

    def lineage(self, node):
        """Returns the class and all its bases in the script; None if other classes may contribute
        attributes."""
        found, todo = [], [node]
        while todo:
            at = todo.pop()
            if at in found:
                continue
            found.append(at)
            if at.decorator_list or at.keywords:
                return None
            for base in at.bases:
                name = ast.unparse(base)
                if self.by_name.get(name):
                    todo.append(self.by_name[name])
                elif name not in MODULE_BASES | {"object"}:
                    return None
        return found

    def is_module(self, node):
        return any(ast.unparse(b) in MODULE_BASES for c in self.lineage(node) for b in c.bases)


def is_plain_module(node):
    """Returns whether the node is a class with the single base nn.Module."""
    bases = [ast.unparse(b) for b in node.bases] if isinstance(node, ast.ClassDef) else []
    return len(bases) == 1 and bases[0] in MODULE_BASES


def beyond_super(init):
    """Returns the statements of an __init__ except super().__init__()."""
    return [s for s in init.body if ast.unparse(s) != "super().__init__()"]


def methods(node):
    return [m for m in node.body if isinstance(m, FUNCTIONS)]


def self_name(method):
    """Returns the name of a method's first parameter; None if the method has a decorator other than
    property."""
    plain = not method.decorator_list or all(
        ast.unparse(d) == "property" for d in method.decorator_list
    )
    args = method.args.posonlyargs + method.args.args
    return args[0].arg if plain and args else None
