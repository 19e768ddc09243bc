"""Several modules as one: names that collide are renamed, imports of each other are resolved.

What stands for a module, for the cell or for its device is a name that begins with "@": the
specialization resolves its attributes.
"""

import ast
import builtins
import copy

from gridlock_minimizer.export.modules import LAUNCHER, PACKAGE, ExportError, Modules
from gridlock_minimizer.syntax.program import Program
from gridlock_minimizer.syntax.scopes import class_names, distinct_names, fresh
from gridlock_minimizer.syntax.tree import (
    DEFINITIONS,
    FUNCTIONS,
    IMPORTS,
    defined_by,
    is_docstring,
    names,
    nodes,
    parameters,
)

CELL, DEVICE, CASE = "@cell", "@device", "@case"
RESERVED = {"CELL", "CONTROL", "DEVICE", "Cell"}


def link(modules, reserved=()):
    """The program, and what is known of the attributes of each module ({"@module": {name: name}}).
    No name of the program is `reserved`."""
    return _Linker(modules, reserved).program()


class _Linker:
    def __init__(self, modules, reserved):
        self.modules, self.reserved = modules, RESERVED | set(reserved)
        self.globals = {}  # module: {name in it: name in the program}
        self.imports = []  # (statement, alias)
        self.effects = []  # imports that nobody mentions, for what they do
        self.own = {m: self._defined(m) for m in modules.order}
        self.fixed = self._names_that_stay()

    def program(self):
        taken = self.reserved | set(dir(builtins)) | self.fixed
        for module in self._by_precedence():
            table = self.globals[module] = {}
            for name in self.own[module]:
                table[name] = self._new_name(name, module, taken)
                taken.add(table[name])
        for module in self.modules.order:
            self._bind_imports(module, taken)
        reserved = taken - set(dir(builtins)) - self.fixed
        body, kept = [], set()
        for module in self.modules.order:
            statements = self._body(module, reserved)
            body += statements
            if module == LAUNCHER or not Modules.is_harness(module):
                kept |= {n for s in statements for n in defined_by(s)}
        known = {f"@{m}": self.globals[m] for m in self.modules.order}
        known["@gridlock"] = {"cell": CELL} | {
            name: self.globals[module][old]
            for name, (module, old) in PACKAGE.items()
            if module in self.globals
        }
        return Program(body, self.imports, kept, self.effects), known

    def _by_precedence(self):
        """The case's names stay as they are, the harness's give way."""
        return sorted(self.modules.order, key=Modules.is_harness)

    def _defined(self, module):
        tree = self.modules.trees[module]
        found = [n for s in tree.body if not isinstance(s, IMPORTS) for n in sorted(defined_by(s))]
        found += [n for g in nodes(tree, ast.Global) for n in g.names]
        return list(dict.fromkeys(found))

    def _names_that_stay(self):
        """Attributes that bodies of classes read, and parameters that are given by their names."""
        trees = list(self.modules.trees.values())
        stay = {n for c in nodes(trees, ast.ClassDef) for n in class_names(c) & read_in_body(c)}
        keywords = {k.arg for k in nodes(trees, ast.keyword) if k.arg}
        params = {p.arg for f in nodes(trees, FUNCTIONS) for p in parameters(f)}
        return stay | (keywords & params)

    def _new_name(self, name, module, taken):
        wanted = name
        if Modules.is_harness(module):
            wanted = name.lstrip("_")
        if wanted not in taken:
            return wanted
        longer = f"{module.rpartition('.')[2]}_{name.lstrip('_')}"
        return longer if longer not in taken else fresh(longer, taken)

    def _bind_imports(self, module, taken):
        table, tree = self.globals[module], self.modules.trees[module]
        mentioned = set(names(tree))
        for statement in nodes(tree, IMPORTS):
            for a in statement.names:
                alias = a.asname or a.name.split(".")[0]
                table[alias] = self._target(statement, a) or self._external(statement, a, taken)
                if alias not in mentioned and not Modules.is_harness(module):
                    self.effects.append(table[alias])

    def _target(self, statement, a):
        """What an import of ours means; None for others."""
        if isinstance(statement, ast.Import):
            if a.name in ("gridlock", "script"):
                return f"@{a.name}"
            known = a.name in self.globals and (a.asname or "." not in a.name)
            return f"@{a.name}" if known else None
        whole = f"{statement.module}.{a.name}"
        if statement.module == "gridlock" and a.name == "cell":
            return CELL
        if statement.module == "gridlock" and a.name in PACKAGE:
            module, name = PACKAGE[a.name]
            return self.globals[module][name]
        if whole in self.globals or Modules.is_left_behind(whole):
            return f"@{whole}"
        if statement.module in self.globals:
            if a.name == "*":
                raise ExportError(f"'from {statement.module} import *' hides what is imported")
            return self.globals[statement.module][a.name]
        return None

    def _external(self, statement, a, taken):
        alias = a.asname or a.name.split(".")[0]
        single = copy.copy(statement)
        single.names = [a]
        text = ast.unparse(single)
        for known, name in self.imports:
            if ast.unparse(known) == text or known_as(known, alias, text):
                if ast.unparse(known) != text:
                    self.imports.append((single, name))
                return name
        new = alias if alias not in taken else fresh(alias, taken)
        if new != alias:
            single.names = [ast.alias(a.name, new)]
        taken.add(new)
        self.imports.append((single, new))
        return new

    def _body(self, module, reserved):
        tree = _WithoutImports().visit(self.modules.trees[module])
        body = [s for s in tree.body if not is_docstring(s)]
        renamed = distinct_names(ast.Module(body, []), self.globals[module], reserved)
        return renamed.body


def known_as(known, alias, text):
    """`import torch` and `import torch._dynamo` bind the same name."""
    return (
        isinstance(known, ast.Import)
        and text.startswith("import ")
        and " as " not in text
        and known.names[0].asname is None
        and known.names[0].name.split(".")[0] == alias
    )


def read_in_body(node):
    """Names that the body of a class reads itself, outside its methods."""
    statements = [s for s in node.body if not isinstance(s, DEFINITIONS)]
    return set(names(statements, ast.Load))


class _WithoutImports(ast.NodeTransformer):
    def visit_Import(self, node):
        return None

    visit_ImportFrom = visit_Import

    def generic_visit(self, node):
        node = super().generic_visit(node)
        if isinstance(getattr(node, "body", None), list) and not node.body:
            node.body = [ast.Pass()]
        return node

