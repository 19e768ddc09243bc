"""Contains what only tests and benchmarks need: ranks forked without the C++ harness, measurements
of the probe's cost, and small programs that measure backends. Ranks of a run or of `gridlock exec`
cannot import this package."""
