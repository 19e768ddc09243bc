"""Contains what only tests and benchmarks need: ranks that are forked without the C++ harness,
measurements of what the probe costs, and small programs that measure backends. Ranks of a run or of
`gridlock exec` cannot import this package."""
