// gridlock bench digest: how fast digests of tensors are (golden/digest.h), against a plain sum of
// the same memory on one core, and against a copy on a GPU, if there is one; and what they cost in
// training steps.
#pragma once

namespace gridlock::bench {

struct DigestOptions {
  int mebibytes = 256;  // of memory: far more than any cache
  int gpu_mebibytes = 4096;
  int repeats = 9;
  int steps = 200;  // of each training
};

// Prints medians and the targets. Returns an exit code: 1 when one is missed.
int bench_digest(const DigestOptions& options);

}  // namespace gridlock::bench
