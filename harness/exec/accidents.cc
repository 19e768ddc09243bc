#include "harness/exec/accidents.h"

#include <utility>

#include "harness/diagnosis/note.h"
#include "harness/inspect/facts.h"
#include "harness/prover/shift.h"

namespace gridlock::exec {
namespace {

constexpr std::chrono::seconds kBetweenLooks{2};

}  // namespace

void Accidents::poll(const std::list<Job>& jobs, std::uint64_t events) {
  const auto now = std::chrono::steady_clock::now();
  if (now - looked_ < kBetweenLooks) return;
  looked_ = now;
  if (std::exchange(events_, events) != events) look(jobs);
}

const std::string& Accidents::first(const std::list<Job>& jobs) {
  look(jobs);
  return first_;
}

void Accidents::look(const std::list<Job>& jobs) {
  for (const Job& job : jobs) {
    if (!first_.empty()) return;
    const auto no_threads = [](pid_t) { return std::vector<inspect::KernelThread>{}; };
    const facts::Snapshot snapshot{inspect::facts_of(job.members, no_threads)};
    if (const auto shift = prover::find_shift(snapshot)) first_ = diagnosis::note(*shift);
  }
}

}  // namespace gridlock::exec
