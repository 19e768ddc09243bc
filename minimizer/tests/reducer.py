"""Implements a plain reducer for tests of passes. It works like the engine but asks more
questions."""

import ast

from gridlock_minimizer.passes.piece import GONE, KEEP
from gridlock_minimizer.passes.script import Edits, Launch, Script
from gridlock_minimizer.passes.table import PASSES


class Reducer:
    """Reduces scripts. `fails(text)` is the oracle."""

    def __init__(self, text, fails, passes=None):
        self.text, self.fails, self.passes = text, fails, passes or list(PASSES)
        self.known = {}
        self.asked = self.screened = self.cached = 0

    def run(self):
        before = None
        while before != self.text:
            before = self.text
            for name in self.passes:
                self._work(name)
        return self.text

    def _work(self, name):
        edits = Edits(PASSES[name], Script(ast.parse(self.text), Launch()))
        choices = [KEEP] * len(edits.pieces)
        for way in range(max((len(p.alternatives) for p in edits.pieces), default=0)):
            for level in range(
                1 + max(map(self._depth(edits.pieces), range(len(choices))), default=0)
            ):
                choices = self._level(edits, choices, way, level)

    def _depth(self, pieces):
        def depth(piece):
            parent = pieces[piece].parent
            return 0 if parent < 0 else 1 + depth(parent)

        return depth

    def _level(self, edits, choices, way, level):
        """Drops suffixes. The next suffix is twice as long after a success and half as long after a
        failure."""
        pieces, depth = edits.pieces, self._depth(edits.pieces)
        left = [i for i, p in enumerate(pieces) if depth(i) == level and way < len(p.alternatives)]
        run = 1
        while left := [i for i in left if choices[i] == KEEP]:
            run = min(run, len(left))
            question = list(choices)
            for i in left[-run:]:
                question[i] = way
            close(pieces, question)
            if self._ask(edits.apply(question)):
                choices, run = question, run * 2
                left = left[:-run] if run > len(left) else left
            elif run > 1:
                run //= 2
            else:
                left.pop()
        return choices

    def _ask(self, proposal):
        if proposal.refusal:
            self.screened += 1
            return False
        if proposal.canonical in self.known:
            self.cached += 1
            return self.known[proposal.canonical] and self._take(proposal)
        self.asked += 1
        self.known[proposal.canonical] = self.fails(proposal.text)
        return self.known[proposal.canonical] and self._take(proposal)

    def _take(self, proposal):
        self.text = proposal.text
        return True


def close(pieces, choices):
    """Marks pieces as Forest::close does (minimizer/forest.h)."""
    todo = []

    def take(others, chosen_too):
        for other in others:
            if choices[other] != GONE and (choices[other] == KEEP or chosen_too):
                choices[other] = GONE
                todo.append(other)

    children = {i: [j for j, p in enumerate(pieces) if p.parent == i] for i in range(len(pieces))}
    users = {i: [j for j, p in enumerate(pieces) if i in p.needs] for i in range(len(pieces))}
    for i, choice in enumerate(list(choices)):
        if choice >= 0:
            alternative = pieces[i].alternatives[choice]
            take(children[i] if alternative.takes_children else [], True)
            take(users[i] if alternative.takes_users else [], False)
    while todo:
        i = todo.pop()
        take(children[i], True)
        take(users[i], False)
