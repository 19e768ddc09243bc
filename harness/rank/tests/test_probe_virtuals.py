"""Tests that the decorators override every virtual function of the installed torch's classes."""

import unittest

import gridlock_probe as native

from gridlock.probe import virtuals


class Virtuals(unittest.TestCase):
    def test_are_all_forwarded(self):
        symbols = virtuals.symbols_of(native.__file__)
        for base in ("Backend", "Work"):
            self.assertIn(f"c10d::{base}::{base}(", symbols)
        self.assertEqual(virtuals.inherited(symbols), [])

    def test_that_are_inherited_are_seen(self):
        line = "                 U c10d::Work::blockCurrentStream()\n"
        self.assertEqual(virtuals.inherited(line), ["c10d::Work::blockCurrentStream()"])
        weak = "0000000000012340 W c10d::Backend::shrink(std::vector<long> const&, int)\n"
        self.assertEqual(len(virtuals.inherited(weak)), 1)


if __name__ == "__main__":
    unittest.main()
