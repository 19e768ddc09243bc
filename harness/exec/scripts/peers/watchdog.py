"""Runs a job with a short timeout for its process groups. The timeout alone ends a hang."""

import re

from peers.answer import Answer
from peers.launch import torchrun

NAME = "timeout of process groups"

ERROR = re.compile(r"\[rank\d+\]: ((?:\w+\.)*\w*(?:Error|Exception)\b.*)")


def judge(script, wanted, settings):
    done = torchrun(script, wanted["ranks"], "short_timeout.py", settings)
    error = ERROR.search(done.output)
    if done.exit_code in (0, None):
        return Answer(done.seconds, False)
    return Answer(done.seconds, True, words=error.group(1) if error else "")
