// gridlock bench digest measures the speed of digests of tensors (golden/digest.h). The speed is
// compared with a plain sum of the same memory on one core and, if there is a GPU, with a copy in
// GPU memory. The bench also measures the cost of digests in training steps.
#pragma once

namespace gridlock::bench {

struct DigestOptions {
  int mebibytes = 256;  // size of the memory, which is far larger than any cache
  int gpu_mebibytes = 4096;
  int repeats = 9;
  int steps = 200;  // steps per training run
};

// Prints medians and the targets. Returns an exit code, which is 1 if a target is missed.
int bench_digest(const DigestOptions& options);

}  // namespace gridlock::bench
