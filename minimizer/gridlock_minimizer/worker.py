"""Runs passes on request, over a socket or standard input and output. Each request and each reply
is one line with a JSON object.

  {"do": "passes"}                                 {"passes": ["launch", …], "late": ["numbers"]}
  {"do": "open", "pass": P, "text": T, "launch": L} {"open": 1, "pieces": [{"parent", "weight",
   with "hangs": true for a hang in collectives     "needs", "name", "alternatives": [{"name",
                                                    "takes_children", "takes_users"}]}]}
  {"do": "apply", "open": 1, "choices": [[…], …]}  {"proposals": [{"text", "launch", "canonical",
                                                    "refusal", "completes"}]}; text is null in a
                                                    refused proposal
  {"do": "close", "open": 1}                       {}
  {"do": "screen", "text": T}                      {"refusal": ""}
  {"do": "canonical", "text": T}                   {"canonical": C}
  {"do": "libraries", "text": T}                   {"libraries": ["transformers"]} of its imports
  {"do": "link", "path": P}                        {"text": T}: with its local modules in it
  {"do": "finish", "text": T}                      {"text": T}: the same, laid out for readers
  {"do": "launch", "text": T, "launcher": {…}}     {"text": T}: with its launcher
                                                    (launcher/minimized.py)

L is {"ranks", "environment": {name: value}, "arguments"}. A request that fails is answered with
{"error": "why"}, and the worker continues. The worker ends at the end of its input, or with {"do":
"end"}.
"""

import ast
import json
import os
import sys
import traceback

from gridlock_minimizer.finishing import finished
from gridlock_minimizer.launcher.minimized import with_launcher
from gridlock_minimizer.linking.linker import link
from gridlock_minimizer.lowering.captured import units
from gridlock_minimizer.lowering.libraries import libraries
from gridlock_minimizer.passes.script import Edits, Launch, Script
from gridlock_minimizer.passes.table import LATE, PASSES
from gridlock_minimizer.screen import refusal
from gridlock_minimizer.syntax.canonical import canonical

_TREES_ARE_DEEP = 20_000  # recursion limit, for long chains of operators


class Worker:
    def __init__(self, captured=None):
        self._captured = captured  # folder of the captured computations of modules
        self._open, self._last = {}, 0
        self._does = {
            "passes": lambda request: {"passes": list(PASSES), "late": list(LATE)},
            "open": self.open,
            "apply": self.apply,
            "close": self.close,
            "screen": lambda request: {"refusal": refusal(ast.parse(request["text"]))},
            "canonical": lambda request: {"canonical": canonical(ast.parse(request["text"]))},
            "libraries": lambda request: {"libraries": libraries(ast.parse(request["text"]))},
            "link": lambda request: {"text": link(request["path"])},
            "end": lambda request: os._exit(0),
            "finish": lambda request: {"text": finished(request["text"])},
            "launch": lambda request: {
                "text": with_launcher(request["text"], **request["launcher"])
            },
        }

    def reply(self, line):
        try:
            request = json.loads(line)
            return self._does[request["do"]](request)
        except SyntaxError as error:
            return {"error": f"does not parse: {error}"}
        except Exception as error:
            traceback.print_exc()
            return {"error": f"{type(error).__name__}: {error}"}

    def open(self, request):
        launch = request["launch"]
        variables = list(launch.get("environment", {}).items())
        script = Script(
            ast.parse(request["text"]),
            Launch(launch["ranks"], variables, launch.get("arguments", [])),
            units(self._captured) if self._captured else [],
        )
        edits = Edits(PASSES[request["pass"]], script, request.get("hangs", False))
        self._last += 1
        self._open[self._last] = edits
        return {"open": self._last, "pieces": [_piece(piece) for piece in edits.pieces]}

    def apply(self, request):
        edits = self._open[request["open"]]
        return {"proposals": [_proposal(edits.apply(choices)) for choices in request["choices"]]}

    def close(self, request):
        del self._open[request["open"]]
        return {}


def _piece(piece):
    return {
        "parent": piece.parent,
        "weight": piece.weight,
        "needs": piece.needs,
        "name": piece.name,
        "alternatives": [
            {"name": a.name, "takes_children": a.takes_children, "takes_users": a.takes_users}
            for a in piece.alternatives
        ],
    }


def _proposal(proposal):
    launch = proposal.launch and {
        "ranks": proposal.launch.ranks,
        "environment": dict(proposal.launch.environment),
        "arguments": proposal.launch.arguments,
    }
    return {
        "text": proposal.text,
        "launch": launch,
        "canonical": proposal.canonical,
        "refusal": proposal.refusal,
        "completes": proposal.completes,
    }


def main():
    """Serves the socket with the descriptor in the first argument, or standard input and output.
    The second argument, if any, is the folder that gridlock/capture has written."""
    sys.setrecursionlimit(_TREES_ARE_DEEP)
    channel = int(sys.argv[1]) if len(sys.argv) > 1 else None
    captured = sys.argv[2] if len(sys.argv) > 2 else None
    requests = sys.stdin if channel is None else os.fdopen(channel, "r", encoding="utf-8")
    replies = os.fdopen(os.dup(1 if channel is None else channel), "w", encoding="utf-8")
    worker = Worker(captured)
    for line in requests:
        replies.write(json.dumps(worker.reply(line)) + "\n")
        replies.flush()
