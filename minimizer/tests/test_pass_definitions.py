"""Tests passes that simplify functions, classes and modules, each on a script of a few lines."""

import unittest

from pass_examples import Examples, proposals


class Definitions(Examples):
    def test_parameters_that_nobody_reads_go_with_their_arguments(self):
        self.expect("parameters", "def f(a, b): return b\nprint(f(1, 2), f(b=3, a=4))",
                    "def f(b):\n    return b\n\n\nprint(f(2), f(b=3))")  # fmt: skip

    def test_parameters_that_are_always_the_same_become_that(self):
        self.expect("parameters", "def f(a, b=1): return a + b\nprint(f(2), f(3))",
                    "def f(a):\n    return a + 1\n\n\nprint(f(2), f(3))")  # fmt: skip

    def test_a_name_that_means_something_else_at_the_call_is_given_on(self):
        self.expect(
            "parameters",
            "def g(): return 1\ndef f(g): return g\ndef h(g): return f(g)\nprint(h(2), h(3), g())",
        )

    def test_parameters_of_forward(self):
        text = """
import torch.nn as nn
class M(nn.Module):
    def forward(self, x, mask): return x
model = M().to(2)
print(model(1, 2))"""
        [_, proposal] = proposals("parameters", text)
        self.assertIn("def forward(self, x)", proposal.text)
        self.assertIn("model(1)", proposal.text)

    def test_functions_are_put_in_place(self):
        self.expect("inlining", "def f(a):\n    b = a + 1\n    return b\nprint(1)\nx = f(2)\nprint(x)",
                    "print(1)\na = 2\nb = a + 1\nx = b\nprint(x)")  # fmt: skip
        self.expect("inlining", "def f(a): return a + 1\nprint(f(1), f(2))", "print(1 + 1, 2 + 1)")
        self.expect("inlining", "def f(a):\n    if a: return 1\n    return 2\nx = f(2)\nprint(x)")

    def test_locals_of_a_function_put_in_place_stay_apart_from_globals(self):
        text = "y = 5\ndef f(a):\n    y = a + 1\n    return y\nx = f(1)\nprint(x, y)"
        self.expect("inlining", text, "y = 5\na = 1\ny_1 = a + 1\nx = y_1\nprint(x, y)")

    def test_modules_that_do_nothing_or_only_what_another_does(self):
        text = """
import torch.nn as nn
class Nothing(nn.Module):
    def forward(self, x): return x
class Layer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.inner = nn.Linear(width, 2)
    def forward(self, x): return self.inner(x)
print(Nothing(), Layer(3))"""
        texts = [p.text for p in proposals("trivial modules", text)]
        self.assertIn("print(nn.Identity(), Layer(3))", texts[0])
        self.assertNotIn("class Nothing", texts[0])
        self.assertIn("print(Nothing(), nn.Linear(3, 2))", texts[1])

    def test_modules_that_only_call_a_function_are_that_function(self):
        text = "import torch\nclass A(torch.nn.Module):\n    def forward(self, x): return torch.relu(x)\nprint(A())"
        self.expect("trivial modules", text, "import torch\n\nprint(torch.relu)")
        self.expect("trivial modules", text.replace("torch.relu(x)", "self.f(x)"))
        self.expect("trivial modules", text.replace("torch.relu(x)", "torch.relu(x, x)"))

    def test_modules_that_ask_nothing_of_themselves_are_functions(self):
        text = """
import torch
class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        y = torch.relu(x)
        return x + y
print(Block())"""
        self.expect("stateless modules", text, """
import torch


def block(x):
    y = torch.relu(x)
    return x + y


print(block)""")
        self.expect("stateless modules", text.replace("x + y", "self.a + y"))
        self.expect("stateless modules", text + "\nprint(Block)")
        self.expect("stateless modules", text.replace("super().__init__()", "print(input())"))

    def test_objects_that_only_hold_values(self):
        self.expect("objects", "class S:\n    w: int = 3\n    h = 4\ns = S()\nprint(s.w, s.h)",
                    "s_w = 3\ns_h = 4\nprint(s_w, s_h)")  # fmt: skip
        self.expect("objects", "class S:\n    def __init__(self, a, b=2):\n        self.x = a + b\ns = S(1)\nprint(s.x)",
                    "s_x = 1 + 2\nprint(s_x)")  # fmt: skip
        self.expect(
            "objects", "class S:\n    w = 3\n    def f(self): return 1\ns = S()\nprint(s.w)"
        )

    def test_a_class_of_which_there_is_one_object_becomes_functions(self):
        self.expect("singletons", """
class Meter:
    unit = "ms"

    def __init__(self, start):
        self.total = start

    @property
    def mean(self):
        return self.total / 2

    def add(self, value):
        self.total += value
        return self

m = Meter(1)""")  # the object passes itself on
        self.expect("singletons", """
class Meter:
    unit = "ms"
    def __init__(self, start):
        self.total = start
    @property
    def mean(self):
        return self.total / 2
    def add(self, value):
        self.total += value
m = Meter(1)
m.add(2)
print(m.mean, m.unit)""", """
unit = "ms"


def make(start):
    global total
    total = start


def mean():
    return total / 2


def add(value):
    global total
    total += value


make(1)
add(2)
print(mean(), unit)""")  # fmt: skip

    def test_an_object_that_is_used_where_it_is_made_needs_no_name(self):
        text = "class T:\n    def run(self):\n        return 1\nprint(2)\nx = T().run()"
        self.expect("singletons", text, "def run():\n    return 1\n\n\nprint(2)\nx = run()")

    def test_a_class_with_more_to_it_stays(self):
        text = "class T{}:\n    def run(self):\n        return 1{}\nt = T()\nt.run(){}"
        self.expect("singletons", text.format("(Base)", "", ""))
        self.expect("singletons", text.format("", "\n    def __len__(self):\n        return 1", ""))
        self.expect("singletons", text.format("", "", "\nu = T()"))  # two objects
        self.expect("singletons", text.format("", "", "\nprint(t)"))  # passed on
        self.expect("singletons", text.format("", "", "\nt.unknown()"))

    def test_names_that_are_taken_are_not_given_to_attributes(self):
        text = "class T:\n    def run(self, x):\n        self.x = x\nt = T()\nt.run(1)\nprint(t.x)"
        [proposal] = proposals("singletons", text)
        self.assertIn("    global x_1\n    x_1 = x\n", proposal.text)
        self.assertIn("print(x_1)", proposal.text)

    def test_a_namespace_becomes_variables(self):
        text = "import argparse\no = argparse.Namespace(lr=2.0, n=1)\nprint(o.lr)"
        self.expect("objects", text, "o_lr = 2.0\nprint(o_lr)")
        self.expect("objects", text + "\nprint(o)")
        self.expect("objects", text + "\nprint(o.unknown)")

    def test_fields_that_nobody_changes_become_their_values(self):
        text = "from dataclasses import dataclass\n\n\n@dataclass\nclass C:\n    a: int = 1\n    b: int = 2\n\n\ndef f(c):\n    return c.a\n\n\nprint(f(C()))"
        self.expect("fields", text, text.replace("c.a", "1"))
        self.expect("fields", text + "\nx = C()\nx.a = 3")  # assigned
        self.expect("fields", text + "\nsetattr(C, 'a', 3)")
        self.expect("fields", text.replace("C()", "C(3)"))  # an object is made with another value
        self.expect("fields", text.replace("C()", "C(b=3)"), text.replace("c.a", "1").replace("C()", "C(b=3)"))
        self.expect("fields", text.replace("C()", "C(a=3)"), text.replace("c.a", "3").replace("C()", "C(a=3)"))
        other = "class M:\n    def __init__(self, c):\n        self.a = c.a\n\n\nM(C())"
        self.expect("fields", text + "\n" + other,
                    text.replace("c.a", "1") + "\n\n\n" + other.replace("c.a", "1"))  # fmt: skip
        self.expect("fields", text + "\nclass D:\n    def a(self):\n        return 1")
        self.expect("fields", text.replace("a: int = 1", "a: int = input()"))


if __name__ == "__main__":
    unittest.main()
