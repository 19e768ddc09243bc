"""Small programs on real ranks: they measure which calls each operation of torch.distributed waits
for, and the outcome of calls that do not match.

A program is data (JSON), one list of operations per rank; README.md describes the format. `rank`
executes it in forked ranks, `execution` determines its outcome, `suite` creates the programs of
`gridlock bench semantics`, and `table` derives the prover's table from the outcomes.
"""
