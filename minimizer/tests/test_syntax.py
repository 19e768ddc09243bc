"""Tests passes over programs by their results on small programs."""

import ast
import unittest

from gridlock_minimizer.syntax import (
    branches,
    constant_parameters,
    global_names,
    inlining,
    layout,
    local_names,
    scopes,
    tidy,
    top_level,
    tree,
)
from gridlock_minimizer.syntax.folding import Folding
from gridlock_minimizer.syntax.program import Program, shake


def program(text, kept=()):
    return Program(ast.parse(text).body, [], kept)


def text(body):
    module = ast.Module(body if isinstance(body, list) else [body], [])
    return ast.unparse(ast.fix_missing_locations(module))


def lines(source):
    return text(ast.parse(source).body)


def folded(expression, **constants):
    table = {n: ast.parse(v, mode="eval").body for n, v in constants.items()}
    return ast.unparse(Folding(table).visit(ast.parse(expression, mode="eval").body))


class FoldingTest(unittest.TestCase):
    def test_known_values_decide(self):
        self.assertEqual(folded("a if 'x' == 'y' else b"), "b")
        self.assertEqual(folded("True and f()"), "f()")
        self.assertEqual(folded("x is None", x="(1, 2)"), "False")
        self.assertEqual(folded("table['k']", table="{'k': f, 'l': g}"), "f")
        self.assertEqual(folded("7 // 2 * n"), "3 * n")

    def test_a_condition_may_be_known_though_a_part_of_it_is_not(self):
        self.assertEqual(folded("a if x and False else b"), "b")
        self.assertEqual(folded("a if x and {} else b"), "b")
        self.assertEqual(folded("a if (x or 1) and 2 else b"), "a")
        for unknown in ("a if x and 1 else b", "a if f() and False else b"):
            self.assertEqual(folded(unknown).replace("x and 1", "x"), unknown.replace("x and 1", "x"))
        self.assertEqual(folded("x and False"), "x and False")  # the result may be x

    def test_a_choice_that_is_compared_is_its_test(self):
        known = {"side": "'a' if x else 'b'", "x": "'--x' in argv"}
        self.assertEqual(folded("side == 'a'", **known), "x")
        self.assertEqual(folded("side != 'a'", **known), "not x")
        self.assertEqual(folded("side in ('a', 'b')", **known), "True")
        self.assertEqual(folded("side == 'c'", **known), "False")
        # Not folded, because y may be any true value.
        self.assertEqual(folded("(1 if y else 2) == 1"), "(1 if y else 2) == 1")

    def test_a_loop_of_one_round_in_a_list_is_its_element(self):
        self.assertEqual(folded("[f(x) for x in [a.b]]"), "[f(a.b)]")
        self.assertEqual(folded("[y for x in z for y in [x.b]]"), "[x.b for x in z]")
        self.assertEqual(folded("list([x for x in z])"), "[x for x in z]")
        self.assertEqual(folded("[x for x in [f()]]"), "[x for x in [f()]]")
        self.assertEqual(folded("[x for x in [y] for y in x]"), "[x for x in [y] for y in x]")

    def test_what_is_known_to_be_the_first_of_a_list_is_taken(self):
        self.assertEqual(folded("[f() for _ in range(1)]"), "[f()]")
        self.assertEqual(folded("f(*(g(x) for x in range(1)))"), "f(g(0))")
        self.assertEqual(folded("[*[a, b], c]"), "[a, b, c]")
        self.assertEqual(folded("next(iter([b for b in [m.blocks]]))"), "m.blocks")
        self.assertEqual(folded("[f(), x][0]"), "f()")
        for unknown in ("[f(), g()][0]", "[*x, y][0]", "[f(), x][1]", "next(iter(x))", "f(*x)"):
            self.assertEqual(folded(unknown), unknown)

    def test_what_has_no_literal_or_raises_stays(self):
        for expression in ("float('-inf')", "1 / 0", "x * 1.0", "a and True"):
            with self.subTest(expression):
                self.assertEqual(folded(expression), expression)


_EVERY_BLOCK = """
import a
for x in y:
    import b
else:
    import c
while x:
    import d
else:
    import e
try:
    import f
except ValueError:
    import g
else:
    import h
finally:
    import i
with x:
    import j
match x:
    case 1:
        import k
def function():
    class Class:
        if x:
            import l
        else:
            import m
"""


class Trees(unittest.TestCase):
    def test_statements_are_found_in_every_block(self):
        found = [node.names[0].name for node in tree.nodes(ast.parse(_EVERY_BLOCK), ast.Import)]
        self.assertEqual(sorted(found), list("abcdefghijklm"))


class Names(unittest.TestCase):
    def distinct(self, source, reserved):
        return text(scopes.distinct_names(ast.parse(source), {}, set(reserved)))

    def test_locals_give_way_to_globals_and_to_scopes_around(self):
        source = "def f(x):\n    return [x for x in x.y] + [loss for loss in x]"
        renamed = self.distinct(source.replace("for x in x.y", "for y in x.y"), {"loss"})
        self.assertIn("[loss_1 for loss_1 in x]", renamed)

    def test_attributes_of_classes_keep_their_names(self):
        source = "class C:\n    size: int\n\n    def f(self, size):\n        return self.size + size"
        expected = source.replace("size)", "size_1)").replace("+ size", "+ size_1")
        self.assertEqual(self.distinct(source, {"size"}), expected)

    def test_numbers_go_where_nothing_is_called_so(self):
        shortened = tidy.shorten_names(ast.parse("def f(a_1):\n    b_2 = b\n    return a_1 + b_2"))
        self.assertEqual(text(shortened), "def f(a):\n    b_2 = b\n    return a + b_2")


class Statements(unittest.TestCase):
    def test_branches_that_are_decided_go(self):
        source = "def f():\n    if True:\n        return 1\n    g()\n    return 2"
        self.assertEqual(text(branches.prune(ast.parse(source))), "def f():\n    return 1")

    def test_a_loop_over_one_name_is_its_body(self):
        source = "def f(m):\n    for x in [m]:\n        g(x)"
        self.assertEqual(text(branches.prune(ast.parse(source))), "def f(m):\n    g(m)")

    def simplified(self, source):
        tree = ast.parse(source)
        local_names.simplify(tree.body[0], lambda name: name == "K")
        return text(tree)

    def test_aliases_are_what_they_stand_for(self):
        self.assertEqual(self.simplified("def f(a):\n    b = a\n    return b"), "def f(a):\n    return a")
        self.assertEqual(self.simplified("def f():\n    b = K\n    return b"), "def f():\n    return K")

    def test_an_alias_of_a_name_that_changes_is_kept(self):
        source = "def f(a):\n    b = a\n    a = g()\n    return b"
        self.assertEqual(self.simplified(source), source)

    def test_calls_of_unused_names_stay(self):
        self.assertEqual(self.simplified("def f():\n    b = g()"), "def f():\n    g()")


    def test_what_is_added_to_is_read(self):
        source = "def f(x):\n    kept = []\n    for y in x:\n        kept += y"
        self.assertEqual(self.simplified(source), source)


class Programs(unittest.TestCase):
    def test_a_parameter_that_is_always_the_same_is_that(self):
        p = program("def f(x, y=2):\n    return x + y\nprint(f(1), f(1, y=3))")
        constant_parameters.specialize(p)
        self.assertEqual(text(p.body), lines("def f(y=2):\n    return 1 + y\nprint(f(), f(y=3))"))

    def test_functions_that_are_passed_on_keep_their_parameters(self):
        source = "def f(x):\n    return x\nprint(f(1), f)"
        p = program(source)
        constant_parameters.specialize(p)
        self.assertEqual(text(p.body), lines(source))

    def test_an_expression_is_inlined_and_a_second_use_of_a_call_is_not(self):
        p = program("def f(x):\n    return x + 1\ndef main():\n    return f(g())")
        self.assertTrue(inlining.inline_one(p))
        self.assertEqual(text(p.body), "def main():\n    return g() + 1")
        p = program("def f(x):\n    return x + x\ndef main():\n    for _ in y: return f(g()) or f(h())")
        self.assertFalse(inlining.inline_one(p))

    def test_inlined_locals_take_no_name_of_the_caller_or_of_a_global(self):
        p = program(
            "def a_1():\n    pass\ndef f():\n    a = h()\n    k(a)\n    return a\n"
            "def main():\n    a = 1\n    b = f()\n    return a + b"
        )
        self.assertTrue(inlining.inline_one(p))
        self.assertIn("a_2 = h()\n    k(a_2)\n    b = a_2", text(p.body))

    def test_a_global_that_is_stored_once_is_a_constant(self):
        p = program("def g():\n    pass\nk: int\ndef main():\n    global k\n    k = g\n    k()")
        global_names.drop_dead_globals(p)
        self.assertIn("g()", text(p.body))
        self.assertNotIn("global", text(p.body))

    def test_what_makes_definitions_is_run_at_the_top(self):
        p = program("def make(x):\n    def f():\n        return x\n    return f, 1\na, b = make(K)\na()")
        for _ in range(3):
            top_level.simplify(p)
        self.assertEqual(text(p.body), lines("x_1 = K\ndef f_1():\n    return x_1\na = f_1\nb = 1\nf_1()"))

    def test_what_nobody_mentions_goes_and_effects_stay(self):
        p = program("def f():\n    pass\na = 1\nb = g()\nprint(b)")
        shake(p, [], {})
        self.assertEqual(text(p.body), "b = g()\nprint(b)")


class Layout(unittest.TestCase):
    def test_long_lines_are_broken_and_mean_the_same(self):
        source = (
            "def f():\n    '''Docs.'''\n    x = [call(argument_number_one, 'it''s', argument_number_two) "
            "for argument_number_one, argument_number_two in all_the_arguments if argument_number_one]\n"
            "    y = (first_operand_of_the_sum + second_operand_of_the_sum + third_operand_of_the_sum) * 22222\n"
            "    return (x, y)\n"
        )
        laid_out = layout.layout(ast.parse(source).body)
        self.assertEqual(ast.dump(ast.parse(laid_out)), ast.dump(ast.parse(source)))
        self.assertLessEqual(max(map(len, laid_out.split("\n"))), 100)
        self.assertIn('"""Docs."""', laid_out)
        self.assertIn("\n        for argument_number_one", laid_out)
        self.assertIn("return x, y", laid_out)


if __name__ == "__main__":
    unittest.main()
