// Parses the stacks of a process from the text that py-spy or Python's faulthandler wrote. The text
// may be cut off, mixed with a program's output, or garbage. The parser returns the threads that it
// recognizes and never throws.
//
//   py-spy dump [--native]:
//   Thread 812 (active+gil): "MainThread"
//       step (train.py:31)
//       at::sum (libtorch_cpu.so)
//
//   faulthandler:
//   Current thread 0x00007f21c8 (most recent call first):
//     File "train.py", line 31 in step
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/facts/frame.h"

namespace gridlock::diagnosis {

using facts::Frame;

struct ThreadStack {
  std::uint64_t id = 0;  // the kernel's thread id from py-spy, the pthread id from faulthandler
  std::string name;      // "MainThread"; "" when unknown
  bool active = false;   // on a CPU; py-spy only
  bool main = false;
  std::vector<Frame> frames;  // outermost first

  bool operator==(const ThreadStack&) const = default;
};

// Returns the threads in the order of the text. If a thread occurs twice, its later stack replaces
// the earlier one. If the text is about several processes, only the threads of the first one are
// returned.
std::vector<ThreadStack> parse_stacks(std::string_view text);

// Returns the main thread. If none is marked as such, returns the last one, because faulthandler
// writes the oldest thread last. Returns nullptr only if there are no threads.
const ThreadStack* main_thread(const std::vector<ThreadStack>& threads);

}  // namespace gridlock::diagnosis
