"""Writes a forward that remains Python as the source of a class."""

import ast

from gridlock_minimizer.lowering.body import CannotLower

_TENSORS = ("torch.nn.Parameter(", "torch.nn.Buffer(")


class Frame:
    def __init__(self, frames):
        """`frames` is {rank: frame}, in the order of the ranks."""
        first = next(iter(frames.values()))
        if any(_same_on_all_ranks(f) != _same_on_all_ranks(first) for f in frames.values()):
            raise CannotLower("ranks have different modules")
        self.modules, self.containers = first["modules"], first["containers"]
        self.attributes, self.values = first["attributes"], first["constants"]
        self.imports = first["imports"]
        self.methods = [ast.parse(text).body[0] for text in first["methods"]]


def _same_on_all_ranks(frame):
    """Returns a frame without the values of its tensors, which may differ between ranks."""
    attributes = {n: None if v.startswith(_TENSORS) else v for n, v in frame["attributes"].items()}
    said = ("methods", "imports", "constants", "modules", "containers")
    return [attributes, *(frame[key] for key in said)]
