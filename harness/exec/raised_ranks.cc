#include "harness/exec/raised_ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "harness/exec/crash.h"
#include "harness/inspect/facts.h"
#include "harness/inspect/kernel_threads.h"
#include "harness/monitor/grace.h"
#include "harness/monitor/waiting.h"

namespace gridlock::exec {
namespace {

using Clock = std::chrono::steady_clock;

// Returns whether each other live rank of the job waits.
bool all_others_wait(const Job& job, int rank) {
  return std::ranges::all_of(job.members, [&](const inspect::LocalRank& member) {
    return member.rank == rank || member.exited || member.left ||
           monitor::waits_long(inspect::facts_of(member, job.members));
  });
}

// Returns whether the rank or another one has done something since the exception: it has recorded
// an event, or its main thread was busy, as is common on a loaded machine.
bool is_exiting(const inspect::LocalRank& member, const Job::Raise& raise, double since,
                double quiet_seconds) {
  if (quiet_seconds < monitor::kGraceSeconds) return true;
  const double busy = inspect::busy_seconds(member.pid, member.pid) - raise.busy_seconds;
  return since - busy < monitor::kGraceSeconds && since < monitor::kLongestExit;
}

}  // namespace

std::optional<facts::Crash> RaisedRanks::find_stuck(Job& job, double quiet_seconds) {
  if (job.raised.empty()) return std::nullopt;
  Job::Raise& raise = job.raised.front();
  const auto member = std::ranges::find(job.members, raise.rank, &inspect::LocalRank::rank);
  const double since = std::chrono::duration<double>(Clock::now() - raise.when).count();
  const bool is_gone = member == job.members.end() || member->exited || member->left;
  const diagnosis::Exception* exception = is_gone ? nullptr : registry_.exception_of(member->pid);
  if (exception == nullptr || since < monitor::kGraceSeconds) return std::nullopt;
  // The others are examined once a second, because that reads all their threads.
  if (Clock::now() < next_look_) return std::nullopt;
  next_look_ = Clock::now() + std::chrono::seconds(1);
  if (is_exiting(*member, raise, since, quiet_seconds) || !all_others_wait(job, raise.rank)) {
    announce(raise, *exception, since);
    return std::nullopt;
  }
  return stuck_crash(raise.rank, member->pid, *exception, since);
}

// Reports once that a rank has raised and has not ended. The job may go on: the rank may handle the
// exception, or the others may reach the call that its exit waits for.
void RaisedRanks::announce(Job::Raise& raise, const diagnosis::Exception& exception,
                           double since) const {
  if (since < monitor::kReportStallAfter || std::exchange(raise.announced, true)) return;
  console_.note(fmt::format("rank {} raised {} {:.0f} s ago and has not ended (the job may go on)",
                            raise.rank, exception.error, since));
}

}  // namespace gridlock::exec
