#include "harness/agent/feeders.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "harness/agent/harmless_threads.h"
#include "harness/agent/stack_code.h"

namespace gridlock::agent {
namespace {

using prover::Thread;
using State = Thread::State;

// "" where whoever asks cannot be told by the code that it is within.
std::string_view library_of(const Thread& thread, const std::vector<trace::ThreadRecord>& origins) {
  const auto id = static_cast<std::uint64_t>(thread.id);
  const auto origin = std::ranges::find(origins, id, &trace::ThreadRecord::thread);
  if (origin == origins.end()) return "";
  const HarmlessThread* row = find_harmless(origin->origin);
  return row != nullptr ? row->asked_within : "";
}

bool may_be_asked(const StackCode& code, const std::vector<Thread>& threads,
                  std::string_view library) {
  return std::ranges::any_of(threads, [&](const Thread& thread) {
    return thread.state == State::kIdle &&
           code.may_be_within(static_cast<pid_t>(thread.id), library);
  });
}

}  // namespace

void rest_unasked_feeders(pid_t process, const std::vector<trace::ThreadRecord>& origins,
                          std::vector<Thread>& threads) {
  const bool idle = std::ranges::count(threads, State::kIdle, &Thread::state) > 0;
  if (!idle) return;
  std::optional<StackCode> code;  // reading it takes a millisecond
  for (Thread& thread : threads) {
    if (thread.state != State::kFeeder) continue;
    const std::string_view library = library_of(thread, origins);
    if (library.empty()) continue;
    if (!code) code.emplace(process);
    if (!may_be_asked(*code, threads, library)) thread.state = State::kHarmless;
  }
}

}  // namespace gridlock::agent
