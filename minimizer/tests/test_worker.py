"""Tests that the worker replies to every request and keeps running."""

import json
import subprocess
import sys
import unittest

SCRIPT = "import torch\nx = 1\nprint(x)\n"
LAUNCH = {"ranks": 4, "environment": {"A": "1"}, "arguments": ["--x"]}


class Worker(unittest.TestCase):
    def setUp(self):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gridlock_minimizer"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip

    def tearDown(self):
        self.process.stdin.close()
        self.assertEqual(self.process.wait(), 0)
        self.process.stdout.close()

    def ask(self, **request):
        return self.ask_line(json.dumps(request))

    def ask_line(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def test_all_passes_open_apply_and_close(self):
        for name in self.ask(do="passes")["passes"]:
            opened = self.ask(do="open", **{"pass": name}, text=SCRIPT, launch=LAUNCH)
            choices = [-1] * len(opened["pieces"])
            reply = self.ask(do="apply", open=opened["open"], choices=[choices, choices])
            for proposal in reply["proposals"]:
                self.assertEqual(proposal["launch"], LAUNCH)
                self.assertEqual(
                    proposal["canonical"], self.ask(do="canonical", text=SCRIPT)["canonical"]
                )
            self.assertEqual(self.ask(do="close", open=opened["open"]), {})

    def test_late_passes_are_among_them(self):
        reply = self.ask(do="passes")
        self.assertLess(set(reply["late"]), set(reply["passes"]))
        self.assertTrue(reply["late"])

    def test_a_refused_proposal_has_no_text(self):
        opened = self.ask(do="open", **{"pass": "statements"}, text=SCRIPT, launch={"ranks": 1})
        [proposal] = self.ask(do="apply", open=opened["open"], choices=[[0, -1]])["proposals"]
        self.assertEqual((proposal["text"], proposal["refusal"]), (None, "unbound name 'x'"))

    def test_of_a_hang_what_completes_is_refused(self):
        text = (
            "import torch.distributed as dist\ndist.init_process_group('gloo')\n"
            "if dist.get_rank() == 0:\n    dist.barrier()\n"
        )
        for hangs in (True, False):
            opened = self.ask(
                do="open", **{"pass": "statements"}, text=text, launch={"ranks": 2}, hangs=hangs
            )
            choices = [[-1] * len(opened["pieces"]), [-1, -1, 0, -2]]
            kept, dropped = self.ask(do="apply", open=opened["open"], choices=choices)["proposals"]
            self.assertIn("dist.barrier()", kept["text"])
            self.assertEqual((dropped["text"] is None, dropped["completes"]), (hangs, hangs))

    def test_what_cannot_be_done_is_said(self):
        for line, why in (
            ("no json", "JSONDecodeError"),
            ('{"do": "dance"}', "KeyError"),
            (json.dumps({"do": "screen", "text": "def f(:"}), "does not parse"),
            (json.dumps({"do": "screen", "text": "(" * 5000}), ""),
            (json.dumps({"do": "screen", "text": "x = " + "-" * 100_000 + "1"}), ""),
            (json.dumps({"do": "canonical", "text": "a\0b"}), ""),
            (json.dumps({"do": "link", "path": "/nowhere.py"}), "/nowhere.py cannot be read"),
            (json.dumps({"do": "apply", "open": 9, "choices": []}), "KeyError"),
        ):
            with self.subTest(line[:50]):
                self.assertIn(why, self.ask_line(line)["error"])
        self.assertEqual(self.ask(do="screen", text="print(1)"), {"refusal": ""})

    def test_long_expressions(self):
        text = "x = " + " + ".join(["1"] * 3000) + "\nprint(x)\n"
        self.assertEqual(self.ask(do="screen", text=text), {"refusal": ""})
        opened = self.ask(do="open", **{"pass": "statements"}, text=text, launch={"ranks": 1})
        [proposal] = self.ask(do="apply", open=opened["open"], choices=[[-1, 0]])["proposals"]
        self.assertEqual(proposal["text"], "\n")


if __name__ == "__main__":
    unittest.main()
