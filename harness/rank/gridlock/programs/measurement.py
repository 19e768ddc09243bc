"""Asks the questions of the suite, each several times, and concludes what is certain."""

import collections
import sys

from gridlock.programs import pool
from gridlock.programs.suite import (
    arguments,
    dead_peer,
    empty,
    needs,
    operations,
    pairs,
    point_to_point,
    workers,
)


class Measurement:
    """What was answered so far."""

    def __init__(self, repeat=2, jobs=8, log=sys.stderr):
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
        questions = list(questions)
        self.programs += len(questions)
        self._say(f"{title}: {len(questions)} programs, {self._repeat} times each")
        runs = [question for question in questions for _ in range(self._repeat)]
        outcomes = pool.run([question.program for question in runs], self._jobs)
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
    measurement.ask("pairs of operations", pairs.questions(known, ops))
    measurement.ask("arguments", arguments.questions(known, ops))
    measurement.ask("empty tensors", empty.questions(known, ops))
    measurement.ask("dead peers", dead_peer.questions(known, ops))
    measurement.ask("point to point", point_to_point.questions())
    measurement.ask("workers", workers.questions())
