"""The passes, in the order in which they are worth trying: what makes a run cheaper first, then
what removes much at once."""

from gridlock_minimizer.passes import (
    arguments,
    config,
    cut,
    cut_suffix,
    expressions,
    inlining,
    joining,
    ladder,
    launch,
    launcher,
    lower,
    numbers,
    objects,
    parameters,
    same_shape,
    settings,
    statements,
    trivial_modules,
    tuples,
    unused,
    variables,
)
from gridlock_minimizer.passes.forgetting import forgetting_shapes

PASSES = {
    "lower": lower.pieces,
    "launcher": launcher.pieces,
    "launch": launch.pieces,
    "ladder": ladder.pieces,
    "config": config.pieces,
    "settings": forgetting_shapes(settings.pieces),
    "cut": cut.pieces,
    "cut suffix": cut_suffix.pieces,
    "same shape": same_shape.pieces,
    "joining": joining.pieces,
    "statements": statements.pieces,
    "unused": unused.pieces,
    "parameters": parameters.pieces,
    "inlining": inlining.pieces,
    "trivial modules": trivial_modules.pieces,
    "objects": objects.pieces,
    "tuples": tuples.pieces,
    "variables": variables.pieces,
    "arguments": forgetting_shapes(arguments.pieces),
    "expressions": forgetting_shapes(expressions.pieces, inputs=True),
    "numbers": forgetting_shapes(numbers.pieces, inputs=True),
}

# Those with many places of which few can be made smaller: they work on what the others leave.
LATE = ("expressions", "numbers")
