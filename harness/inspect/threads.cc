#include "harness/inspect/threads.h"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "harness/inspect/harmless_threads.h"
#include "harness/process/signals.h"
#include "harness/trace/clock.h"

namespace gridlock::inspect {
namespace {

using facts::Thread;
using facts::Wait;
using trace::Kind;
using State = Thread::State;

const std::map<Kind, Wait::On> kWaits = {
    {Kind::kIssue, Wait::On::kIssue},     {Kind::kWait, Wait::On::kCall},
    {Kind::kStoreWait, Wait::On::kStore}, {Kind::kStoreSetting, Wait::On::kThread},
    {Kind::kBuild, Wait::On::kBuild},     {Kind::kBackward, Wait::On::kBackward}};

// Returns the wait that the lane of a thread records. Returns nullopt if it records none.
std::optional<Wait> wait_of(const trace::LaneSnapshot* lane, std::uint64_t now) {
  if (lane == nullptr || !lane->blocked || !kWaits.contains(lane->blocked->kind)) {
    return std::nullopt;
  }
  const trace::Record& blocked = *lane->blocked;
  Wait wait;
  wait.on = kWaits.at(blocked.kind);
  wait.call = blocked.call;
  wait.keys = lane->keys;
  wait.group = static_cast<int>(blocked.group);
  wait.since_ns = blocked.time_ns;
  if (blocked.aux > 0) wait.times_out_ms = trace::left_ms(blocked.time_ns, blocked.aux, now);
  if ((blocked.flags & trace::kPlanned) != 0) {
    wait.doubts.push_back(fmt::format("a wait has its own timeout of {} s", blocked.aux / 1000));
  }
  if ((blocked.flags & trace::kFileStore) != 0) {
    wait.doubts.emplace_back("any process may write to the store's file");
  }
  if (trace::has_keys(blocked.kind) && blocked.count > wait.keys.size()) {
    wait.doubts.push_back(fmt::format("the wait is for {} store keys, of which {} are recorded",
                                      blocked.count, wait.keys.size()));
  }
  return wait;
}

// Returns the wait of a thread that stands in a call of a device's driver until a call of a process
// group ends.
std::optional<Wait> wait_of(const trace::DriverWait* driver) {
  if (driver == nullptr || driver->call == 0) return std::nullopt;
  Wait wait;
  wait.on = Wait::On::kCall;
  wait.call = driver->call;
  wait.since_ns = driver->since_ns;
  if (!driver->certain) {
    wait.doubts.emplace_back("a launch, or a copy, may wait for something besides its stream");
  }
  return wait;
}

// Returns whether the recorded wait is certain. In a backward, a thread may compute or sleep for
// other reasons. It waits for a future only while it sleeps at a futex of its process and a future
// is open. A thread that sets a key waits for another thread only if that thread holds the store.
bool is_certain(const Wait& wait, const KernelThread& kernel, bool futures_open) {
  if (wait.on == Wait::On::kThread) return wait.thread != 0;
  return wait.on != Wait::On::kBackward ||
         (kernel.system_call.sleep == Sleep::kInside && futures_open);
}

// Makes a wait in the store a wait for another thread if that thread holds the store: it waits for
// keys, and it owns the mutex at which this thread sleeps. A client of a store (TCPStore) keeps its
// mutex while it waits.
void find_holder(const KernelThread& kernel, const RecordedThreads& recorded, Wait& wait) {
  const bool in_store = wait.on == Wait::On::kStore || wait.on == Wait::On::kThread;
  if (!in_store || kernel.system_call.sleep != Sleep::kInside) return;
  const pid_t owner = recorded.owner_of_mutex ? recorded.owner_of_mutex(kernel.id) : 0;
  const auto lane = std::ranges::find(recorded.lanes, static_cast<std::uint64_t>(owner),
                                      &trace::LaneSnapshot::thread);
  if (owner <= 0 || owner == kernel.id || lane == recorded.lanes.end()) return;
  if (!lane->blocked || lane->blocked->kind != Kind::kStoreWait) return;
  wait.on = Wait::On::kThread;
  wait.thread = owner;
  wait.times_out_ms = -1;
  wait.doubts.clear();
}

bool in_backward(const std::vector<trace::LaneSnapshot>& lanes) {
  return std::ranges::any_of(lanes, [](const trace::LaneSnapshot& lane) {
    return lane.blocked && lane.blocked->kind == Kind::kBackward;
  });
}

// Returns a doubt about a signal handler, or "". Python runs handlers in the main thread, even
// while this thread waits for a lock. Signals that end a program or report a fault do not count.
// torch's DataLoader handles SIGCHLD, which the kernel sends only for children. That somebody sends
// it by hand is not considered.
std::string handler(const KernelThread& kernel) {
  constexpr std::array<int, 7> kSignals = {SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1,
                                           SIGUSR2, SIGCHLD,   SIGIO};
  if (!kernel.main) return "";
  const auto caught = [&](int signal) { return (kernel.caught >> (signal - 1) & 1) != 0; };
  for (const int signal : kSignals) {
    if (caught(signal) && (signal != SIGCHLD || kernel.has_children)) {
      return fmt::format("has a handler for SIG{}, which may run", sigabbrev_np(signal));
    }
  }
  for (int signal = SIGRTMIN; signal <= SIGRTMAX; ++signal) {
    if (signal == process::kStacksSignal || !caught(signal)) continue;
    return fmt::format("has a handler for SIGRTMIN+{}, which may run", signal - SIGRTMIN);
  }
  return "";
}

const HarmlessThread* harmless(const trace::ThreadRecord* origin, const RecordedThreads& recorded) {
  if (origin == nullptr || origin->in_program) return nullptr;
  if (started_by_autograd(origin->origin) && in_backward(recorded.lanes)) return nullptr;
  if (started_by_driver(origin->origin) && recorded.functions_pending) return nullptr;
  return find_harmless(origin->origin);
}

// Judges a thread that has no recorded wait.
void judge_by_kernel(const KernelThread& kernel, const HarmlessThread* row, Thread& thread) {
  if (row != nullptr && row->serves == Serves::kCalls) {
    // While a harmless thread is on a processor, it may hold a lock that a thread of the program
    // waits for.
    thread.state = kernel.state == 'R' ? State::kFeeder : State::kHarmless;
    thread.doing = row->reason;
    return;
  }
  if (row != nullptr) {
    thread.state = kernel.system_call.sleep == Sleep::kInside ? State::kHarmless : State::kFeeder;
    thread.doing = row->reason;
    return;
  }
  if (kernel.system_call.sleep == Sleep::kInside) {
    thread.doing = handler(kernel);
    thread.state = thread.doing.empty() ? State::kIdle : State::kDoubtful;
    return;
  }
  thread.state = kernel.system_call.sleep == Sleep::kAwake ? State::kRunning : State::kDoubtful;
  thread.doing = kernel.system_call.doing;
}

Thread judge(const KernelThread& kernel, const RecordedThreads& recorded, std::uint64_t now) {
  const auto id = static_cast<std::uint64_t>(kernel.id);
  const auto origin = std::ranges::find(recorded.origins, id, &trace::ThreadRecord::thread);
  const auto lane = std::ranges::find(recorded.lanes, id, &trace::LaneSnapshot::thread);
  const bool known = origin != recorded.origins.end();
  Thread thread;
  thread.id = kernel.id;
  thread.name = known && !origin->name.empty() ? origin->name : kernel.name;
  thread.main = kernel.main;
  thread.switches = kernel.switches;
  const auto driver = std::ranges::find(recorded.driver_waits, id, &trace::DriverWait::thread);
  const bool in_driver = driver != recorded.driver_waits.end();
  auto wait = wait_of(lane == recorded.lanes.end() ? nullptr : &*lane, now);
  const bool says_more = !wait || wait->on == Wait::On::kIssue || wait->on == Wait::On::kBackward;
  auto inner = wait_of(in_driver ? &*driver : nullptr);
  const bool is_own = inner && wait && inner->call == wait->call;  // the call is being issued
  if (inner && says_more && !is_own) wait = inner;
  if (wait) find_holder(kernel, recorded, *wait);
  if (wait && is_certain(*wait, kernel, recorded.futures_open)) {
    thread.state = State::kBlocked;
    thread.wait = *wait;
    return thread;
  }
  judge_by_kernel(kernel, harmless(known ? &*origin : nullptr, recorded), thread);
  if (in_driver && thread.state == State::kRunning) thread.doing = "waits for its GPU";
  return thread;
}

// Returns whether the thread is a zombie or dead. The kernel keeps such an entry for the parent
// process, or for other threads of the process.
bool has_ended(const KernelThread& kernel) {
  return kernel.state == 'Z' || kernel.state == 'X';
}

}  // namespace

std::vector<Thread> classify_threads(const std::vector<KernelThread>& kernel,
                                     const RecordedThreads& recorded, std::uint64_t now) {
  std::vector<Thread> threads;
  for (const KernelThread& thread : kernel) {
    if (!has_ended(thread)) threads.push_back(judge(thread, recorded, now));
  }
  return threads;
}

}  // namespace gridlock::inspect
