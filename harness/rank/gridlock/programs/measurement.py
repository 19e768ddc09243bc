"""Asks the questions of the suite, each several times, and concludes what is certain."""

import collections
import sys

from gridlock.programs import pool
from gridlock.programs.suite import (
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
    """What was answered so far. Programs of more ranks than `most_ranks` are not asked."""

    def __init__(self, repeat=2, jobs=8, log=sys.stderr, backend="gloo", most_ranks=8):
        self.backend = backend
        self.most_ranks = most_ranks
        self.answers = collections.defaultdict(collections.Counter)  # key → answers
        self.programs = 0
        self._repeat = repeat
        self._jobs = jobs
        self._log = log

    def conclusions(self):
        """key → answer, where all programs and all runs gave the same."""
        return {
            key: next(iter(counts)) for key, counts in self.answers.items() if len(counts) == 1
        }

    def ask(self, title, questions):
        questions = [q for q in questions if len(q.program["ranks"]) <= self.most_ranks]
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


def measure(measurement, ops=operations.ALL):
    """Everything about `ops`. What somebody needs comes first: other answers are judged by it."""
    measurement.ask("needs", needs.questions(ops))
    known = measurement.needs()
    on_device = measurement.backend == "nccl"
    measurement.ask("pairs of operations", pairs.questions(known, ops, on_device))
    measurement.ask("arguments", arguments.questions(known, ops, on_device=on_device))
    measurement.ask("empty tensors", empty.questions(known, ops, measurement.most_ranks))
    measurement.ask("dead peers", dead_peer.questions(known, ops))
    measurement.ask("point to point", point_to_point.questions())
    measurement.ask("workers", workers.questions())
    if on_device:
        measurement.ask("issues", issue.questions())
