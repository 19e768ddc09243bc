"""The same faults under gridlock exec and under what people use today: what is detected, whether the
cause and the ranks are told, and how long it takes.

A peer is a module with

    NAME                            a few words
    judge(script, wanted, settings) → Answer

`wanted` is the script's header (header.py), `settings` the Settings of answer.py. It raises Refused
where the peer does not run here, or not with this script. A tool that waits for a timeout gets the
same one as the others, settings.seconds, though its users wait for ten minutes or more.
"""
