"""Runs small programs on real ranks. They measure which calls each operation of torch.distributed
waits for, and the outcome of calls that do not match.

A program is data (JSON) with one list of operations per rank; README.md describes the format.
`rank` executes a program in forked ranks, `execution` determines the program's outcome, `suite`
creates the programs of `gridlock bench semantics`, and `table` derives the prover's table from the
outcomes.
"""
