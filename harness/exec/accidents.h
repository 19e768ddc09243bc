// Looks for calls that paired by accident (harness/prover/shift.h) while the ranks run.
#pragma once

#include <chrono>
#include <cstdint>
#include <list>
#include <string>

#include "harness/exec/job_registry.h"

namespace gridlock::exec {

class Accidents {
 public:
  // Looks regularly, because the rings keep only the latest calls. Does nothing if the ranks have
  // recorded no event since the last look. `events` counts the events of all jobs.
  void poll(const std::list<Job>& jobs, std::uint64_t events);

  // Returns text about the first calls that were paired although ranks made them at different
  // places of their sequence, or "". Looks a last time, at jobs that have ended.
  const std::string& first(const std::list<Job>& jobs);

 private:
  void look(const std::list<Job>& jobs);

  std::string first_;
  std::uint64_t events_ = 0;  // at the last look
  std::chrono::steady_clock::time_point looked_ = std::chrono::steady_clock::now();
};

}  // namespace gridlock::exec
