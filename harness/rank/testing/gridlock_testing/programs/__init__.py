"""Small programs on real ranks: what each operation of torch.distributed waits for, and what
becomes of calls that do not fit.

A program is data (JSON), one list of operations per rank; README.md has the format. `rank` carries
it out in forked ranks, `execution` sees how it ends, `suite` makes the programs of
`gridlock bench semantics`, and `table` draws the prover's table from their outcomes.
"""
