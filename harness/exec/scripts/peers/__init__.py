"""Runs the same faults under gridlock exec and under the tools in use today. Compares whether a
fault is detected, whether the cause and the ranks are right, and how long it takes.

A peer is a module with

    NAME                            its name, a few words
    judge(script, wanted, settings) → Answer

`wanted` is the script's header (header.py), `settings` the Settings of answer.py. judge()
raises Refused if the peer does not run here, or not with this script. All tools with a timeout
get the same timeout, settings.seconds, although their users wait for ten minutes or more.
"""
