// Watches ranks that have raised an exception and do not exit. Such a rank may block in the
// teardown of its backend for as long as others wait for it.
#pragma once

#include <chrono>
#include <optional>

#include "harness/diagnosis/exception.h"
#include "harness/exec/console.h"
#include "harness/exec/job_registry.h"
#include "harness/facts/crash.h"

namespace gridlock::exec {

class RaisedRanks {
 public:
  // The arguments must outlive this object.
  RaisedRanks(const Console& console, const JobRegistry& registry)
      : console_(console), registry_(registry) {}

  // Returns the crash of the job's first rank that has raised, once its exit is all that still
  // happens in the job, and all others wait. Until then, tells the user once that the rank does not
  // exit. No rank has recorded an event for `quiet_seconds`.
  std::optional<facts::Crash> find_stuck(Job& job, double quiet_seconds);

 private:
  void announce(Job::Raise& raise, const diagnosis::Exception& exception, double since) const;

  const Console& console_;
  const JobRegistry& registry_;
  std::chrono::steady_clock::time_point next_look_{};
};

}  // namespace gridlock::exec
