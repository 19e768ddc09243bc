"""The decorators override every virtual function of the installed torch's Backend, Work and Store.

One that is not overridden is inherited, and then the module's vtable names the function of the base
class: a symbol of the module.
"""

import re
import subprocess
import unittest

import gridlock_probe as native

# What the decorators call on purpose: constructors and destructors, what they extend, what is not
# virtual.
OWN = re.compile(
    r"c10d::(Backend::(~?Backend|setGroupUid)\(|Work::(~?Work)\(|Store::(~?Store|set|compareSet)\()"
)


def inherited(symbols):
    """Functions of the three base classes among the lines of `nm`, but for those of OWN."""
    functions = re.findall(r"\b[UWVTt] (c10d::(?:Backend|Work|Store)::~?\w+\(.*)", symbols)
    return [function for function in functions if not OWN.match(function)]


class Virtuals(unittest.TestCase):
    def test_are_all_forwarded(self):
        command = ["nm", "--demangle", native.__file__]
        symbols = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        for base in ("Backend", "Work"):
            self.assertIn(f"c10d::{base}::{base}(", symbols)
        self.assertEqual(inherited(symbols), [])

    def test_that_are_inherited_are_seen(self):
        line = "                 U c10d::Work::blockCurrentStream()\n"
        self.assertEqual(inherited(line), ["c10d::Work::blockCurrentStream()"])
        weak = "0000000000012340 W c10d::Backend::shrink(std::vector<long> const&, int)\n"
        self.assertEqual(len(inherited(weak)), 1)


if __name__ == "__main__":
    unittest.main()
