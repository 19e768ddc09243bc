// The signals by which users end a command: SIGINT, SIGTERM and SIGHUP.
#pragma once

#include <chrono>
#include <csignal>
#include <functional>
#include <stop_token>
#include <thread>

#include "harness/process/fd.h"

namespace gridlock::workspace {

// Thrown to end the work after the user has interrupted it. The exit code is then kInterrupted.
struct Interrupted {};

// Handles the signals while it exists. Each program has one. The first signal ends the program at
// once, unless a Stopping object exists: the work then stops by itself, and a second signal ends
// the program at once. The program also ends at once if the work takes longer than `longest_stop`.
//
// To end at once means to kill all processes below this one, to remove temporary folders, and to
// exit with kInterrupted. Nothing that this program is doing can prevent it, because a thread of
// its own does it.
class Signals {
 public:
  static constexpr std::chrono::seconds kLongestStop{20};

  explicit Signals(std::chrono::seconds longest_stop = kLongestStop);
  ~Signals();  // restores the system's handling
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

 private:
  process::Fd wake_;
  std::jthread watching_;
};

// Work that stops by itself after a signal, and all that follows it in this program. Only one
// object exists at a time.
class Stopping {
 public:
  // `doing` says what the work does after the signal, as in "stopping the cells". It is printed
  // with the advice to interrupt again. "" leaves all to the work, further signals too.
  explicit Stopping(const char* doing);
  ~Stopping();
  Stopping(const Stopping&) = delete;
  Stopping& operator=(const Stopping&) = delete;

  // Tells which signal has arrived (process::kAtOnce). 0 means none.
  const volatile std::sig_atomic_t& signal() const;
  bool requested() const { return signal() != 0; }
  // Throws Interrupted if a signal has arrived.
  void check() const;
};

// Forgets the signal that has arrived, because it was forwarded to another process.
void forget_signal();

// Runs `work` until it is done or the user interrupts. `doing` is as in Stopping.
void until_interrupted(const char* doing, const std::function<void(std::stop_token)>& work);

}  // namespace gridlock::workspace
