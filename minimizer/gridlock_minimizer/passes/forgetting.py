"""Wraps passes that may change the shapes of values in lowered code. If a pass changes a shape, all
shapes are removed from the code."""

import ast

from gridlock_minimizer.passes.shapes import lowered, shaped
from gridlock_minimizer.syntax.rewriting import Rewriting
from gridlock_minimizer.syntax.tree import names, nodes, parameters, walk


def without_shapes(tree):
    """Turns x: "f32[2, 8]" = … into x = …, because the annotated shapes may be wrong after a
    change."""
    return Rewriting(
        [(s, _without_shape(s)) for function in lowered(tree) for s in function.statements]
    )(tree)


def _without_shape(s):
    return lambda rewriting: ast.Assign([s.target], rewriting(s.value))


def forgetting_shapes(pieces, inputs=False):
    """Wraps the pieces of a pass. `inputs` states whether a change outside lowered code may change
    the shapes of the code's inputs."""

    def found(script):
        offered = pieces(script)
        own = [s for s in script.tree.body if any(map(_is_lowered, walk(s)))]
        inside = {id(node) for s in own for node in walk(s)}
        everywhere = inputs and any(map(_reads_its_inputs, nodes(script.tree, ast.FunctionDef)))
        for piece in offered:
            for alternative in piece.alternatives:
                if everywhere or any(id(node) in inside for node, _ in alternative.edits):
                    _forget(alternative)
        return offered

    return found


def _is_lowered(node):
    return isinstance(node, ast.FunctionDef) and any(True for _ in shaped(node.body))


def _reads_its_inputs(function):
    given = {p.arg for p in parameters(function)} - {"self"}
    return _is_lowered(function) and bool(given & set(names(function.body, ast.Load)))


def _forget(alternative):
    change = alternative.change_tree
    alternative.change_tree = (
        (lambda tree: without_shapes(change(tree))) if change else without_shapes
    )
