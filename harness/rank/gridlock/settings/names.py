"""Prints the names of the entries of torch's configuration, one per line, such as
"dynamo.recompile_limit".

    python -m gridlock.settings.names

The entries are the variables of each config.py. The files are parsed and not imported, because the
import would take seconds.
"""

import ast
import importlib.util
import pathlib

from gridlock.settings.modules import FILES, FSDP


def names(body, prefix=""):
    classes = {node.name: node for node in body if isinstance(node, ast.ClassDef)}
    for node in body:
        if isinstance(node, ast.ClassDef):
            bases = [classes[base.id] for base in node.bases if getattr(base, "id", "") in classes]
            for owner in [node, *bases]:
                yield from names(owner.body, f"{prefix}{node.name}.")
        elif isinstance(node, ast.If):
            yield from names(node.body + node.orelse, prefix)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (prefix + t.id for t in targets if isinstance(t, ast.Name))


def names_in(path):
    return names(ast.parse(path.read_text(encoding="utf-8")).body) if path.is_file() else ()


def main():
    torch = pathlib.Path(importlib.util.find_spec("torch").origin).parent
    found = (f"{key}.{name}" for key, file in FILES.items() for name in names_in(torch / file))
    print(*sorted({*found, *(f"fsdp.{name}" for name in FSDP)}), sep="\n")


if __name__ == "__main__":
    main()
