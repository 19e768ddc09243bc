"""Code that only tests and benches need: ranks forked without the C++ harness, the probe's costs,
and small programs that measure backends. No rank of a run or of `gridlock exec` can import it."""
