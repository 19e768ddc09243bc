"""Prints the names that torch.compile(options=…) takes with inductor, one a line.

They are the variables of torch/_inductor/config.py; importing that module would take seconds.
"""

import ast
import importlib.util
import pathlib


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


def main():
    torch = pathlib.Path(importlib.util.find_spec("torch").origin).parent
    tree = ast.parse((torch / "_inductor" / "config.py").read_text(encoding="utf-8"))
    print(*sorted(set(names(tree.body))), sep="\n")


if __name__ == "__main__":
    main()
