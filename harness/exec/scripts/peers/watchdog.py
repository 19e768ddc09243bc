"""The timeout of the process groups, shortened: what ends a hang where nobody does anything."""

import re

from peers.launch import torchrun
from peers.said import Said

NAME = "timeout of process groups"

ERROR = re.compile(r"\[rank\d+\]: ((?:\w+\.)*\w*(?:Error|Exception)\b.*)")


def judge(script, wanted, settings):
    done = torchrun(script, wanted["ranks"], "short_timeout.py", settings)
    error = ERROR.search(done.output)
    if done.exit_code in (0, None):
        return Said(done.seconds, False)
    return Said(done.seconds, True, words=error.group(1) if error else "")
