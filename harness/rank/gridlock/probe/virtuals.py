"""python -m gridlock.probe.virtuals PROBE.so: the virtual functions of torch's Backend, Work and
Store that the probe's decorators do not override, on one line. Needs no torch.

One that is not overridden is inherited, and then the module's vtable names the function of the base
class: a symbol of the module. Whoever calls it meets torch's default instead of the backend.
"""

import re
import subprocess
import sys

# What the decorators call on purpose: constructors and destructors, what they extend, what is not
# virtual. And what belongs to the decorator: its Python object.
_OWN = re.compile(
    r"c10d::(Backend::(~?Backend|setGroupUid|(?:get|set)BoundDeviceId)\(|Work::(~?Work)\("
    r"|Store::(~?Store|set|compareSet)\(|\w+::\w+_pyobject\()"
)
# Made of functions that the decorators do override.
_COMPOSED = re.compile(
    r"c10d::(Store::barrier|Backend::(all_gather|reduce_scatter|all_to_all)_single\w*)\("
)


def inherited(symbols):
    """Functions of the three base classes among the lines of `nm --demangle`, but for our own."""
    functions = re.findall(
        r"\b[UWVTt] (c10d::(?:Backend|Work|Store)::~?\w+(?:\[abi:\w+\])?\(.*)", symbols
    )
    return [name for name in functions if not _OWN.match(name) and not _COMPOSED.match(name)]


def symbols_of(module):
    """What `nm` says of a built probe."""
    command = ["nm", "--demangle", str(module)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def main(module):
    names = {function.partition("(")[0].partition("[")[0] for function in inherited(symbols_of(module))}
    print(", ".join(sorted(name.removeprefix("c10d::") for name in names)))


if __name__ == "__main__":
    main(sys.argv[1])
