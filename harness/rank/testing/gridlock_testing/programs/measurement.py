"""Runs each program of the suite several times, and derives the conclusions that are certain."""

import collections
import sys

from gridlock_testing.programs import pool
from gridlock_testing.programs.suite import (
    arguments,
    dead_peer,
    empty,
    issue,
    needs,
    operations,
    pairs,
    point_to_point,
    workers,
)


class Measurement:
    """Collects answers. Leaves out programs with more ranks than `most_ranks`."""

    def __init__(self, repeat=2, jobs=8, log=sys.stderr, backend="gloo", most_ranks=8):
        self.backend = backend
        self.on_device = backend == "nccl"
        self.most_ranks = most_ranks
        self.answers = collections.defaultdict(collections.Counter)  # key → answers
        self.programs = 0
        self._repeat = repeat
        self._jobs = jobs
        self._log = log

    def conclusions(self):
        """Returns {key: answer} for the keys to which all programs and all runs gave the same
        answer."""
        return {
            key: next(iter(counts)) for key, counts in self.answers.items() if len(counts) == 1
        }

    def ask(self, title, questions):
        questions = [q for q in questions if len(q.program["ranks"]) <= self.most_ranks]
        if not questions:
            return
        self.programs += len(questions)
        self._say(f"{title}: {len(questions)} programs, {self._repeat} times each")
        runs = [question for question in questions for _ in range(self._repeat)]
        programs = [question.program | {"backend": self.backend} for question in runs]
        outcomes = pool.run(programs, self._jobs)
        for question, outcome in zip(runs, outcomes, strict=True):
            for key, answer in question.answers(outcome):
                self.answers[key][answer] += 1

    def needs(self):
        return needs.Needs(self.conclusions())

    def _say(self, line):
        print(line, file=self._log, flush=True)


# The parts of the suite, in the order in which they run. To judge the outcomes of the first four
# parts, the needs of operations must be known.
PARTS = {
    "pairs": lambda m, known, ops: pairs.questions(known, ops, m.on_device),
    "arguments": lambda m, known, ops: arguments.questions(known, ops, on_device=m.on_device),
    "empty": lambda m, known, ops: empty.questions(known, ops, m.most_ranks),
    "dead": lambda m, known, ops: dead_peer.questions(known, ops),
    "messages": lambda m, known, ops: point_to_point.questions(),
    "workers": lambda m, known, ops: () if m.on_device else workers.questions(),
    "issues": lambda m, known, ops: issue.questions() if m.on_device else (),
}


_JUDGED_BY_NEEDS = ("pairs", "arguments", "empty", "dead")


def measure(measurement, ops=operations.ALL, parts=tuple(PARTS), after_each=lambda: None):
    """Runs the parts of the suite. Calls after_each() after each part, so that an interrupted
    measurement keeps the parts before."""
    if set(parts) & set(_JUDGED_BY_NEEDS) or not parts:
        measurement.ask("needs", needs.questions(ops, measurement.on_device))
        after_each()
    known = measurement.needs()
    for part in PARTS:
        if part in parts:
            measurement.ask(part, PARTS[part](measurement, known, ops))
            after_each()
