"""Runs small programs on real ranks, to measure which ranks each operation of torch.distributed
waits for, and what happens when calls do not match.

A program is data (JSON) with one list of operations per rank; README.md describes the format.
`rank` executes a program in forked ranks, `execution` determines the program's outcome, `suite`
creates the programs of `gridlock bench semantics`, and `table` derives the prover's table from the
outcomes.
"""
