// The stacks of a process, read from the text that py-spy or Python's faulthandler wrote. The text
// may be cut off, mixed with a program's output, or garbage: what is understood is returned, and
// nothing is thrown.
//
//   py-spy dump [--native]                      faulthandler
//   Thread 812 (active+gil): "MainThread"       Current thread 0x00007f21c8 (most recent call
//   first):
//       step (train.py:31)                        File "train.py", line 31 in step
//       at::sum (libtorch_cpu.so)
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock::diagnosis {

struct Frame {
  std::string function;
  std::string file;  // a library where the frame is native; "" when unknown
  int line = 0;      // 0 = unknown

  bool operator==(const Frame&) const = default;
};

struct ThreadStack {
  std::uint64_t id = 0;  // the kernel's number from py-spy, pthread's from faulthandler
  std::string name;      // "MainThread"; "" when unknown
  bool active = false;   // on a CPU; py-spy only
  bool main = false;
  std::vector<Frame> frames;  // outermost first

  bool operator==(const ThreadStack&) const = default;
};

// The threads in the order of the text. A thread that is dumped again replaces its earlier stack.
// Of processes that the text holds, only the first one's.
std::vector<ThreadStack> parse_stacks(std::string_view text);

// The main thread; where none is known as such the last one, since faulthandler writes the oldest
// thread last. Nothing only when there is no thread.
const ThreadStack* main_thread(const std::vector<ThreadStack>& threads);

}  // namespace gridlock::diagnosis
