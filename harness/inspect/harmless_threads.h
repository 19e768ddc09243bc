// The complete list of threads that a proof may disregard, each with the reason. A thread is
// recognized by its origin (trace::ThreadRecord::origin), never by its start time, and each row has
// a test with the real library. Every other thread is judged by the system call that it sleeps in.
#pragma once

#include <string>
#include <string_view>

namespace gridlock::inspect {

enum class Serves {
  kCalls,    // serves only recorded calls, or nothing in this process
  kThreads,  // serves threads that send it requests and wait; while it sleeps, it serves none
};

struct HarmlessThread {
  std::string_view origin;  // a part of the origin; for Python threads all of it
  Serves serves;
  std::string_view reason;  // what the thread is
  // A part of the library's file name. Threads that wait for an answer do so within that library's
  // functions. "" means unknown.
  std::string_view asked_within = {};
};

// Returns null for all other threads.
const HarmlessThread* find_harmless(const std::string& origin);

// Returns whether autograd started the thread. Autograd has one thread for each device. During a
// backward such a thread runs hooks of the program, and is judged like any other thread.
bool started_by_autograd(const std::string& origin);

// Returns whether a device's driver started the thread. Such a thread also runs functions that the
// program has put on a stream.
bool started_by_driver(const std::string& origin);

}  // namespace gridlock::inspect
