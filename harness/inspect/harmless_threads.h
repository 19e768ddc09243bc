// The closed list of threads that a proof may disregard, each with the reason. They are recognized
// by where they come from (trace::ThreadRecord::origin), never by when they began, and each row has
// a test with the real library. Whatever is not listed is judged by what the kernel says it sleeps
// in.
#pragma once

#include <string>
#include <string_view>

namespace gridlock::inspect {

enum class Serves {
  kCalls,    // recorded calls alone, or nothing in this process
  kThreads,  // threads of this process that ask it and wait for the answer; asleep, it serves none
};

struct HarmlessThread {
  std::string_view origin;  // a part of it; of Python's threads the whole
  Serves serves;
  std::string_view reason;  // what it is
  // A part of the file name of the library within whose functions threads wait for its answers;
  // "" = unknown.
  std::string_view asked_within = {};
};

// Null for all others.
const HarmlessThread* find_harmless(const std::string& origin);

// What autograd starts for each device. Within a backward it runs hooks of the program: then it is
// a thread like any other.
bool is_of_autograd(const std::string& origin);

// Of a device's driver, which also runs functions that the program has put on a stream.
bool is_of_driver(const std::string& origin);

}  // namespace gridlock::inspect
