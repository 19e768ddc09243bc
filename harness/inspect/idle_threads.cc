#include "harness/inspect/idle_threads.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "harness/inspect/harmless_threads.h"
#include "harness/inspect/stack_code.h"
#include "harness/inspect/system_call.h"

namespace gridlock::inspect {
namespace {

using facts::Thread;
using State = Thread::State;

constexpr std::array<std::string_view, 3> kTorch = {"libtorch", "libc10", "libnccl"};

pid_t id_of(const Thread& thread) {
  return static_cast<pid_t>(thread.id);
}

// Returns whether the innermost wait of the thread may be within the library.
bool may_wait_within(const StackCode& code, const Thread& thread, std::string_view library) {
  return !code.waits_for_python_lock(id_of(thread)) && code.may_be_within(id_of(thread), library);
}

bool is_within_torch(const StackCode& code, const Thread& thread) {
  return std::ranges::any_of(
      kTorch, [&](std::string_view library) { return may_wait_within(code, thread, library); });
}

using Origins = std::vector<trace::ThreadRecord>;

// Returns the origin of the thread, or "" if it is unknown.
std::string origin_of(const Thread& thread, const Origins& origins) {
  const auto id = static_cast<std::uint64_t>(thread.id);
  const auto origin = std::ranges::find(origins, id, &trace::ThreadRecord::thread);
  return origin == origins.end() ? "" : origin->origin;
}

// Returns the library in which other threads wait for a thread with this origin. Returns "" if a
// stack cannot show such a wait.
std::string_view library_of(const std::string& origin) {
  const HarmlessThread* row = find_harmless(origin);
  return row != nullptr ? row->asked_within : "";
}

// Returns text about the thread that holds the mutex at which `thread` sleeps, or "". Threads of a
// backend that destroy a tensor wait for Python's global lock, possibly with a mutex of the
// backend.
std::string held_lock(pid_t process, const StackCode& code, const Origins& origins,
                      const std::vector<Thread>& threads, const Thread& thread) {
  const pid_t owner = owner_of_mutex(process, static_cast<pid_t>(thread.id));
  const auto holder = std::ranges::find(threads, owner, &Thread::id);
  if (owner <= 0 || holder == threads.end() || holder->id == thread.id) return "";
  const std::string text = "waits for a lock that its thread " + holder->name + " holds";
  const std::string origin = origin_of(*holder, origins);
  const bool native = !holder->main && !origin.empty() && !origin.starts_with("python:");
  const bool in_python = native && code.is_within_python(owner);
  return in_python ? text + ", which waits for Python's global lock" : text;
}

bool may_be_asked(const StackCode& code, const std::vector<Thread>& threads,
                  std::string_view library) {
  return std::ranges::any_of(threads, [&](const Thread& thread) {
    return thread.state == State::kIdle && may_wait_within(code, thread, library);
  });
}

}  // namespace

void classify_idle_threads(pid_t process, const Origins& origins, std::vector<Thread>& threads) {
  const bool idle = std::ranges::count(threads, State::kIdle, &Thread::state) > 0;
  if (!idle) return;
  const StackCode code(process);
  for (Thread& thread : threads) {
    if (thread.state != State::kIdle || started_by_autograd(origin_of(thread, origins))) continue;
    if (!is_within_torch(code, thread)) continue;
    thread.state = State::kDoubtful;
    thread.doing = held_lock(process, code, origins, threads, thread);
    if (thread.doing.empty()) {
      thread.doing = "waits within torch, whose own threads may wake it";
    }
  }
  for (Thread& thread : threads) {
    if (thread.state != State::kFeeder) continue;
    const std::string_view library = library_of(origin_of(thread, origins));
    if (!library.empty() && !may_be_asked(code, threads, library)) thread.state = State::kHarmless;
  }
}

}  // namespace gridlock::inspect
