"""Writes the lines that set up the parts of a lowered module. The parts keep the paths that they
have in the library's module, because the script may refer to these paths."""

from gridlock_minimizer.lowering.body import CannotLower


def member_lines(modules, containers):
    """Returns the lines that set up the parts. `modules` is {path: expression}, and `containers` is
    {path: class}."""
    return _lines("self", "", _tree(modules), containers)


def _tree(modules):
    tree = {}
    for path, expression in modules.items():
        *around, name = path.split(".")
        inner = tree
        for part in around:
            inner = inner.setdefault(part, {})
        inner[name] = expression
    return tree


def _lines(target, path, tree, containers):
    for name, value in tree.items():
        inner, inner_path = f"{target}.{name}", f"{path}.{name}".lstrip(".")
        if isinstance(value, str):
            yield f"{inner} = {value}"
        elif containers[inner_path] == "torch.nn.Module":
            yield f"{inner} = torch.nn.Module()"
            yield from _lines(inner, inner_path, value, containers)
        else:
            yield f"{inner} = {_container(inner_path, value, containers)}"


def _container(path, tree, containers):
    kind = containers[path]
    if kind == "torch.nn.Module":
        raise CannotLower("a list contains modules that only hold other modules")
    parts = {
        name: value if isinstance(value, str) else _container(f"{path}.{name}", value, containers)
        for name, value in tree.items()
    }
    if kind == "torch.nn.ModuleDict":
        return f"{kind}({{{', '.join(f'{name!r}: {part}' for name, part in parts.items())}}})"
    in_order = [parts.get(str(i)) for i in range(len(parts))]
    if None in in_order:
        raise CannotLower("a list has modules without a number")
    listed = ", ".join(in_order)
    return f"{kind}([{listed}])" if kind == "torch.nn.ModuleList" else f"{kind}({listed})"
