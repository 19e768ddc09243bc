"""Assembles the program of one row of adversaries from the functions in fragments/.

    python generate.py '{"helper": "thread", …}' ROW-ID SEED       # prints it

A value of an axis names a function in fragments/. The program contains the functions of its row and
everything that these functions use, so it needs only torch and the standard library. It runs
unchanged under `gridlock exec`, under torchrun, and inside a rank (case.py).
"""

import ast
import functools
import json
import pathlib
import random
import sys
import textwrap

AXES = (
    *("helper", "blocked_in", "then", "others_in", "past", "afterwards", "ending", "twin"),
    "world_size",
)
FOREVER = 1_000_000.0  # in seconds; longer than any deadline
SHORTEST, LONGEST = 0.4, 2.5  # seconds during which a healthy program looks like a deadlock
PAUSES = (0.3, 1.0)  # seconds between a change and the release

_PROCESSES = ("child_process", "sidecar", "second_job")
# Calls that block in a store. Meanwhile, no other thread of the rank can use the same client of the
# store.
_IN_STORE = ("store_wait", "new_group")
# Changes after which the key is set through another connection to the store.
_BY_CONNECTION = ("key_by_own_client", "key_by_child", "key_by_misleading")
_TORCH = ("torch", "dist")
_ENTRIES = ("run", "start")


def program(axes, row, seed):
    library = _library()
    settings, aliases = _settings(axes, row, seed), _aliases(axes, library)
    names = library.needed_by([*_ENTRIES, *aliases.values()], aliases)
    parts = [_docstring(axes, row), library.imports(names), _assignments(settings)]
    parts += library.definitions(names)
    parts.append(_assignments(aliases))
    parts.append('if __name__ == "__main__":\n    start()')
    return "\n\n\n".join(part for part in parts if part) + "\n"


def _settings(axes, row, seed):
    """Returns settings that differ between a healthy program and its twin only in how the helper
    ends."""
    dice = random.Random(f"{row.rpartition('.')[0]} {seed}")
    hold = round(dice.uniform(SHORTEST, LONGEST), 2)
    on_gpus = axes.get("device") == "cuda"
    hangs, helped = axes["twin"] == "hangs", dice.randrange(axes["world_size"])
    never = hangs and axes["ending"] == "never"
    changes = axes["afterwards"] != "nothing"
    pause = {"PAUSE": FOREVER if never else round(dice.uniform(*PAUSES), 2)}
    return {
        "BACKEND": "nccl" if on_gpus else "gloo",
        "DEVICE": "cuda" if on_gpus else "cpu",
        "HELPED": helped,
        "LATE": (helped + 1) % axes["world_size"],
        "FOREVER": FOREVER,
        "HOLD": FOREVER if never and not changes else hold,
        **(pause if changes else {}),
        "ENDING": axes["ending"] if hangs else "releases",
    }


def _aliases(axes, library):
    """Returns {name that run() in fragments/base.py calls: name of the function that the row's axes
    select}."""
    then, helper, others = axes["then"], axes["helper"], axes["others_in"]
    change = axes["afterwards"]
    outside = "_from_outside" if helper in _PROCESSES else ""
    own_board = outside or others in _IN_STORE or change in _BY_CONNECTION
    return {
        "block": axes["blocked_in"],
        "start_helper": helper,
        "join_helper": library.first_known(f"{helper}_on_others", "nothing"),
        "change": change,
        "prepare_change": library.first_known(f"before_{change}", "nothing"),
        "release": library.first_known(f"release_{change}", f"{then}{outside}", then),
        "main_thread": library.first_known(
            f"main_{change}", f"main_{then}{outside}", f"main_{then}"
        ),
        "meet": others,
        "do_before": axes["past"],
        "prepare": library.first_known(f"before_{others}", "nothing"),
        "open_board": "own_board" if own_board else "default_board",
        "start": "main_or_sidecar" if helper == "sidecar" else "main",
    }


def _docstring(axes, row):
    text = f"{row}. Generated: run it with -n {axes['world_size']}. " + (
        "It hangs forever."
        if axes["twin"] == "hangs"
        else "It looks like a deadlock for a moment, then ends."
    )
    return '"""' + textwrap.fill(text, 96, break_long_words=False, break_on_hyphens=False) + '"""'


def _assignments(values):
    return "\n".join(
        f"{name} = {value!r}" if name.isupper() else f"{name} = {value}"
        for name, value in values.items()
    )


@functools.cache
def _library():
    return _Library(pathlib.Path(__file__).parent / "fragments")


class _Library:
    """The functions, classes, constants and imports of all fragments, by name."""

    def __init__(self, folder):
        self.items, self.uses, self.modules = {}, {}, {}
        for path in sorted(folder.glob("*.py")):
            text = path.read_text()
            for node in ast.parse(text).body:
                self._add(text, node)

    def _add(self, text, node):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for name in node.names:
                self.modules[(name.asname or name.name).split(".")[0]] = ast.unparse(node)
            return
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            name = node.name
        elif isinstance(node, ast.Assign):
            name = node.targets[0].id
        else:
            return  # the module's docstring
        self.items[name] = ast.get_source_segment(text, node)
        self.uses[name] = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}

    def first_known(self, *names):
        return next(name for name in names if name in self.items)

    def needed_by(self, roots, aliases):
        found, todo = set(), list(roots)
        while todo:
            name = aliases.get(todo[-1], todo[-1]) if todo[-1] not in self.items else todo[-1]
            todo.pop()
            if name not in found and (name in self.uses or name in self.modules):
                found.add(name)
                todo += self.uses.get(name, ())
        return found

    def imports(self, names):
        """Returns the imports as text. A file that runs as a sidecar does not import torch."""
        used = {name: line for name, line in self.modules.items() if name in names}
        plain = sorted({line for name, line in used.items() if name not in _TORCH})
        torch = sorted({line for name, line in used.items() if name in _TORCH})
        if "main_or_sidecar" in names:
            torch = ['if "--sidecar" not in sys.argv:', *(f"    {line}" for line in torch)]
        return "\n".join(plain) + "\n\n" + "\n".join(torch)

    def definitions(self, names):
        """Returns the text of the constants, and then of the functions in the order of the
        fragments."""
        chosen = [name for name in self.items if name in names]
        constants = [self.items[name] for name in chosen if name.isupper()]
        return ["\n".join(constants), *(self.items[n] for n in chosen if not n.isupper())]


if __name__ == "__main__":
    print(program(json.loads(sys.argv[1]), sys.argv[2], int(sys.argv[3])), end="")
