"""Runs the same faults under gridlock exec and under other tools, the peers. Compares whether a
fault is detected, whether the cause and the ranks are right, and how long the detection takes.

A peer is a module with

    NAME                            its name, a few words
    judge(script, wanted, settings) → Answer

`wanted` is the script's header (header.py). `settings` is a Settings (answer.py). judge() raises
Refused if the peer cannot run on this machine or with this script. All tools with a timeout get
the same timeout, settings.seconds, although their users usually wait for ten minutes or more.
"""
