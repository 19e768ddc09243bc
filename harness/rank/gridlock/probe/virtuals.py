"""python -m gridlock.probe.virtuals PROBE.so: prints on one line the virtual functions of torch's
Backend, Work and Store that the probe's decorators do not override. Needs no torch.

A call of such a function runs torch's default instead of the backend's function. The module's
symbols show the function: the vtable of the decorator refers to the function of torch's base class.
"""

import re
import subprocess
import sys

# Functions that need no override: constructors, destructors, functions that are not virtual,
# functions that an override calls, and functions of the decorator's own Python object.
_OWN = re.compile(
    r"c10d::(Backend::(~?Backend|setGroupUid|(?:get|set)BoundDeviceId)\(|Work::(~?Work)\("
    r"|Store::(~?Store|set|compareSet)\(|\w+::\w+_pyobject\()"
)
# Functions that torch implements with functions that the decorators override.
_COMPOSED = re.compile(
    r"c10d::(Store::barrier|Backend::(all_gather|reduce_scatter|all_to_all)_single\w*)\("
)


def inherited(symbols):
    """Returns the functions of the three base classes that the lines of `nm --demangle` contain,
    except those that match _OWN or _COMPOSED."""
    functions = re.findall(
        r"\b[UWVTt] (c10d::(?:Backend|Work|Store)::~?\w+(?:\[abi:\w+\])?\(.*)", symbols
    )
    return [name for name in functions if not _OWN.match(name) and not _COMPOSED.match(name)]


def symbols_of(module):
    """Returns the output of `nm` for a built probe."""
    command = ["nm", "--demangle", str(module)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def main(module):
    names = {function.partition("(")[0].partition("[")[0] for function in inherited(symbols_of(module))}
    print(", ".join(sorted(name.removeprefix("c10d::") for name in names)))


if __name__ == "__main__":
    main(sys.argv[1])
