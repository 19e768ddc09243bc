"""Replaces the parsed command line with its values. options = parser.parse_args() becomes options =
argparse.Namespace(epochs=2, …), so the script needs no arguments and no parser."""

import argparse
import ast
import contextlib
import dataclasses
import io

from gridlock_minimizer.passes.piece import Alternative, Piece
from gridlock_minimizer.syntax.rewriting import dropped, put
from gridlock_minimizer.syntax.tree import nodes

_TYPES = {"int": int, "float": float, "str": str, "bool": bool}


def pieces(script):
    found = []
    for call in nodes(script.tree, ast.Call):
        parses = isinstance(call.func, ast.Attribute) and call.func.attr == "parse_args"
        if parses and not call.args and not call.keywords:
            piece = _piece(script, call)
            found += [piece] if piece else []
    return found


def _piece(script, call):
    parser = ast.unparse(call.func.value)
    uses = [
        s for s in nodes(script.tree, ast.Expr)
        if isinstance(s.value, ast.Call) and ast.unparse(s.value.func) == f"{parser}.add_argument"
    ]  # fmt: skip
    values = _values([use.value for use in uses], script.launch.arguments)
    if not values:
        return None

    def change(launch):
        return dataclasses.replace(launch, arguments=[])

    made = _namespace(script.tree, values)
    edits = [(call, put(made)), *((use, dropped) for use in uses), *_makers(script.tree, parser)]
    return Piece([Alternative(edits, "values", change_launch=change)], weight=len(uses), name=parser)


def _makers(tree, parser):
    """Returns edits that drop x = argparse.ArgumentParser(…), which is no longer needed."""
    return [
        (s, dropped)
        for s in nodes(tree, ast.Assign)
        if [ast.unparse(t) for t in s.targets] == [parser] and "ArgumentParser" in ast.unparse(s.value)
    ]


def _namespace(tree, values):
    known = any("argparse" in [a.asname or a.name for a in i.names] for i in nodes(tree, ast.Import))
    owner = "argparse" if known else "__import__('argparse')"
    text = ", ".join(f"{name}={value!r}" for name, value in values.items())
    return ast.parse(f"{owner}.Namespace({text})", mode="eval").body


def _values(calls, arguments):
    """Returns {name: value} as argparse would. Returns None if the text does not determine all
    values."""
    parser = argparse.ArgumentParser(add_help=False)
    try:
        for call in calls:
            keywords = {k.arg: _plain(k.arg, k.value) for k in call.keywords if k.arg != "help"}
            parser.add_argument(*map(ast.literal_eval, call.args), **keywords)
        with contextlib.redirect_stderr(io.StringIO()):
            values = vars(parser.parse_args(arguments))
    except (Exception, SystemExit):
        return None
    return values if all(map(_has_literal, values.values())) else None


def _plain(name, node):
    return _TYPES[node.id] if name == "type" else ast.literal_eval(node)


def _has_literal(value):
    return isinstance(value, (bool, int, str, type(None), list)) or (
        isinstance(value, float) and abs(value) < float("inf")
    )
