#include "harness/exec/unexplained_quiet.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "harness/inspect/facts.h"
#include "harness/monitor/grace.h"
#include "harness/monitor/waiting.h"

namespace gridlock::exec {
namespace {

// The members of a job, divided into ended and running ones.
struct Remaining {
  std::vector<int> ended;
  std::vector<int> running;
};

Remaining remaining_of(const Job& job) {
  Remaining remaining;
  for (const inspect::LocalRank& member : job.members) {
    if (!member.left) (member.exited ? remaining.ended : remaining.running).push_back(member.rank);
  }
  return remaining;
}

bool any_waits(const Job& job) {
  return std::ranges::any_of(job.members, [&](const inspect::LocalRank& member) {
    return !member.left && !member.exited && monitor::waits(inspect::facts_of(member, job.members));
  });
}

}  // namespace

void UnexplainedQuiet::report_standing(const Job& job) {
  const monitor::Examination& examination = job.examination;
  const double seconds = examination.quiet_seconds();
  const bool explained = examination.likely() || examination.desync() || examination.stall();
  if (seconds < monitor::kReportStallAfter || explained) return;
  if (!monitor::stand_still(examination.second()) || std::exchange(standing_reported_, true))
    return;
  std::string text =
      fmt::format("no rank has made a call for {:.0f} s (the job may go on)", seconds);
  for (const std::string& line : reporter_.standing()) text += "\n  " + line;
  console_.note(text);
}

void UnexplainedQuiet::report_ended(const Job& job, double quiet_seconds) {
  if (ended_reported_ || quiet_seconds < monitor::kReportStallAfter) return;
  const Remaining remaining = remaining_of(job);
  if (remaining.ended.empty() || remaining.running.empty()) return;
  ended_reported_ = true;
  if (any_waits(job)) return;  // an examination of the job explains it
  reporter_.report_idle(job, remaining.ended, remaining.running, monitor::kReportStallAfter);
}

}  // namespace gridlock::exec
