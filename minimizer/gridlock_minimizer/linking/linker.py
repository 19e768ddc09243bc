"""Links several modules into one script: renames names that collide, and resolves imports between
the modules."""

import ast
import builtins

from gridlock_minimizer.linking.modules import LinkError, Modules
from gridlock_minimizer.syntax.layout import layout
from gridlock_minimizer.syntax.rewriting import Rewriting, dropped
from gridlock_minimizer.syntax.scopes import distinct_names, fresh
from gridlock_minimizer.syntax.tree import (
    FUNCTIONS,
    IMPORTS,
    defined_by,
    is_docstring,
    names,
    nodes,
    parameters,
)


def link(path):
    """Returns the text of the script with its local modules included. Returns a script without
    local modules unchanged."""
    modules = Modules(path)
    if len(modules.order) == 1:
        return modules.order[0].path.read_text(encoding="utf-8")
    return layout(_Linker(modules).body())


class _Linker:
    def __init__(self, modules):
        self.modules = modules
        self.tables = {}  # module: {its name: name in the script, or "@module"}
        self.externals = {}  # name in the script: text of the import that binds it
        self.taken = set(dir(builtins))
        self.stay = self._parameters_by_name()

    def body(self):
        script = self.modules.by_name[""]
        for module in [script, *self.modules.order]:
            if module.name not in self.tables:
                self._name_globals(module)
        for module in self.modules.order:
            self._resolve_imports(module)
        future, body = [], []
        for module in self.modules.order:
            for statement in self._statements(module):
                is_future = (
                    isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
                )
                (future if is_future else body).append(statement)
        return list({ast.dump(s): s for s in future}.values()) + body

    def _parameters_by_name(self):
        trees = [m.tree for m in self.modules.order]
        keywords = {k.arg for k in nodes(trees, ast.keyword)}
        return {p.arg for f in nodes(trees, FUNCTIONS) for p in parameters(f)} & keywords

    def _name_globals(self, module):
        table = self.tables[module.name] = {}
        found = [
            n for s in module.tree.body if not isinstance(s, IMPORTS) for n in sorted(defined_by(s))
        ]
        found += [n for g in nodes(module.tree, ast.Global) for n in g.names]
        for name in dict.fromkeys(found):
            table[name] = self._new_name(name, module.name)

    def _new_name(self, name, module):
        """Returns a new name for a global of a module. Globals of the script itself keep their
        names."""
        if module and (name in self.taken or name in self.stay):
            name = f"{module.rpartition('.')[2]}_{name.lstrip('_')}"
            name = name if name not in self.taken else fresh(name, self.taken)
        self.taken.add(name)
        return name

    def _resolve_imports(self, module):
        """Drops imports of local modules and records the names that they bind. Keeps one copy of
        each other import."""
        edits = []
        for statement in list(nodes(module.tree, IMPORTS)):
            for alias in statement.names:
                if isinstance(statement, ast.Import):
                    is_local = self._import(module, alias)
                else:
                    is_local = self._import_from(module, statement, alias)
                if is_local or self._is_known(module, statement, alias):
                    edits.append((alias, dropped))
        module.tree = Rewriting(edits)(module.tree)

    def _import(self, module, alias):
        name = alias.name if alias.asname else alias.name.split(".")[0]
        if name in self.modules.by_name:
            self._bind(module, alias.asname or name, f"@{name}")
        return name in self.modules.by_name

    def _import_from(self, module, statement, alias):
        base = self.modules.base(module, statement)
        whole = f"{base}.{alias.name}" if base else alias.name
        if base in self.modules.by_name and alias.name == "*":
            for name, new in self.tables[base].items():
                if not name.startswith("_") and name not in self.tables[module.name]:
                    self._bind(module, name, new)
        elif base in self.modules.by_name and alias.name in self.tables[base]:
            self._bind(module, alias.asname or alias.name, self.tables[base][alias.name])
        elif whole in self.modules.by_name:
            self._bind(module, alias.asname or alias.name, f"@{whole}")
        elif base in self.modules.by_name and base:
            raise LinkError(
                f"{module.path} imports '{alias.name}' from {base}, which does not define it"
            )
        else:
            return False
        return True

    def _bind(self, module, name, new):
        table = self.tables[module.name]
        if table.get(name, new) != new:
            raise LinkError(f"{module.path} binds '{name}' by an import and in another way")
        table[name] = new

    def _is_known(self, module, statement, alias):
        """Returns whether an earlier module has an equal top-level import of an external module."""
        if isinstance(statement, ast.ImportFrom) and (
            alias.name == "*" or statement.module == "__future__"
        ):
            return False
        single = (
            ast.Import([alias])
            if isinstance(statement, ast.Import)
            else ast.ImportFrom(statement.module, [alias], 0)
        )
        name, text = (alias.asname or alias.name).split(".")[0], ast.unparse(single)
        if statement not in module.tree.body:
            return False
        if name in self.externals and self.externals[name] != text:
            return self._other_external(module, alias, name, text)
        is_known = name in self.externals
        self.externals[name] = text
        self.taken.add(name)
        return is_known

    def _other_external(self, module, alias, name, text):
        """Renames the import, because its name also has another meaning in the script. (`import
        torch` and `import torch.nn` bind the same name with one meaning.)"""
        if (
            text.startswith("import ")
            and self.externals[name].startswith("import ")
            and not alias.asname
        ):
            return False
        alias.asname = alias.asname or alias.name
        self.tables[module.name][name] = self._new_name(name, module.name or "script")
        return False

    def _statements(self, module):
        body = [s for s in module.tree.body if not is_docstring(s)]
        if module.name:
            body = [s for s in body if not _is_main_guard(s)]
        table = self.tables[module.name]
        resolved = {new for t in self.tables.values() for new in t.values() if new[0] != "@"}
        changed = {new for old, new in table.items() if old != new}
        by_attribute = resolved if any(new[0] == "@" for new in table.values()) else set()
        tree = distinct_names(ast.Module(body, []), table, changed | by_attribute - table.keys())
        return _Attributes(self, module).visit(tree).body


def _is_main_guard(s):
    return (
        isinstance(s, ast.If) and "__name__" in names(s.test) and "__main__" in ast.unparse(s.test)
    )


class _Attributes(ast.NodeTransformer):
    """Replaces attributes of local modules with the names that the script has for them."""

    def __init__(self, linker, module):
        self.tables, self.module = linker.tables, module

    def visit_Attribute(self, node):
        node = self.generic_visit(node)
        if not isinstance(node.value, ast.Name) or node.value.id[0] != "@":
            return node
        name = node.value.id[1:]
        known = self.tables[name].get(node.attr)
        inner = f"{name}.{node.attr}"
        if known is None and inner not in self.tables:
            raise LinkError(f"{self.module.path} uses {inner}, which that module does not define")
        if not isinstance(node.ctx, ast.Load):
            raise LinkError(f"{self.module.path} assigns to {inner}")
        return ast.Name(known or f"@{inner}", ast.Load())

    def visit_Name(self, node):
        if not self.module.name:
            return node
        if node.id == "__name__":
            return ast.Constant(self.module.name)
        if node.id == "__file__":
            raise LinkError(
                f"{self.module.path} uses __file__: a single script has no files beside it"
            )
        return node

    def visit_Module(self, node):
        node = self.generic_visit(node)
        whole = [n.id[1:] for n in nodes(node, ast.Name) if n.id[0] == "@"]
        if whole:
            raise LinkError(f"{self.module.path} uses the module {whole[0]} as a value")
        return node
