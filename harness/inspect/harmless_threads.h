// A table of the threads that a proof may disregard, each with the reason. A thread is recognized
// by its origin (trace::ThreadRecord::origin), never by its start time. A test with the real
// library covers each row. A thread without a row is judged by the system call that it sleeps in.
#pragma once

#include <string>
#include <string_view>

namespace gridlock::inspect {

enum class Serves {
  kCalls,    // serves only recorded calls, or nothing
  kThreads,  // serves threads that wait for its answer; while it sleeps, none of them waits
};

struct HarmlessThread {
  std::string_view origin;  // part of the origin; for a Python thread, the whole origin
  Serves serves;
  std::string_view reason;  // what the thread is
  // Part of the file name of a library. Every thread that waits for the answer has functions of
  // this library on its stack. "" = unknown.
  std::string_view asked_within = {};
};

// Returns the row for the origin, or null if there is none.
const HarmlessThread* find_harmless(const std::string& origin);

// Returns whether autograd started the thread. Autograd has one thread for each device. During a
// backward, such a thread is not harmless, because it runs hooks of the program.
bool started_by_autograd(const std::string& origin);

// Returns whether a device's driver started the thread. Such a thread also runs functions that the
// program put on a stream.
bool started_by_driver(const std::string& origin);

}  // namespace gridlock::inspect
