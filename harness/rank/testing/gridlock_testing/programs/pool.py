"""Runs several programs in parallel. Each program spends most of its time waiting."""

import time

from gridlock_testing.programs.execution import CouldNotJoin, Execution

_SECONDS_BETWEEN_POLLS = 0.05
_ATTEMPTS = 3  # attempts to form a group; no program runs again after its ranks have joined


def run(programs, jobs=8, on_outcome=lambda done: None):
    """Returns the outcomes in the order of the programs. This process must have only one thread."""
    outcomes = [None] * len(programs)
    waiting = [(index, 1) for index in reversed(range(len(programs)))]
    running = {}  # Execution → index, attempt
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                index, attempt = waiting.pop()
                running[Execution(programs[index])] = index, attempt
            for execution, (index, attempt) in list(running.items()):
                try:
                    outcome = execution.poll()
                except CouldNotJoin:
                    if attempt == _ATTEMPTS:
                        raise
                    waiting.append((index, attempt + 1))
                else:
                    if outcome is None:
                        continue
                    outcomes[index] = outcome
                    on_outcome(sum(known is not None for known in outcomes))
                del running[execution]
                execution.close()
            time.sleep(_SECONDS_BETWEEN_POLLS)
    finally:
        for execution in running:
            execution.close()
    return outcomes
