"""Drops settings of the whole process: entries of torch's configuration, environment variables that
the script sets, and switches such as torch.manual_seed(…). Each setting can be dropped alone."""

import ast
import re

from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.syntax.rewriting import dropped
from gridlock_minimizer.syntax.tree import blocks, walk

_TARGETS = re.compile(r"(\w+\.)*(config|backends)\.|os\.environ\[")
_CALLS = re.compile(
    r"torch\.(set_|use_deterministic|manual_seed|cuda\.manual_seed|compiler\.set|_dynamo\.reset|_dynamo\.config)"
    r"|os\.environ\.|random\.seed|(np|numpy)\.random\.seed|warnings\.|logging\.|faulthandler\.|gc\."
)


def pieces(script):
    found = [
        Piece([Alternative([(s, dropped)])], name=ast.unparse(s))
        for block in blocks(script.tree)
        for s in block
        if _is_setting(s)
    ]
    for node in walk(script.tree):
        if isinstance(node, ast.With):
            for item in node.items:
                if re.search(r"config\.patch\(", ast.unparse(item.context_expr)):
                    found.append(
                        Piece([Alternative([(item, dropped)])], name="with " + ast.unparse(item))
                    )
    return found


def _is_setting(s):
    if isinstance(s, ast.Assign):
        return all(_TARGETS.match(ast.unparse(t)) for t in s.targets)
    return (
        isinstance(s, ast.Expr)
        and isinstance(s.value, ast.Call)
        and bool(_CALLS.match(ast.unparse(s.value)))
    )
