#include "harness/monitor/examination.h"

#include <algorithm>
#include <utility>

#include "harness/facts/semantics.h"
#include "harness/prover/prover.h"

namespace gridlock::monitor {
namespace {

double quiet_ms(const protocol::Facts& facts) {
  if (facts.last_event_ns == 0 || facts.now_ns < facts.last_event_ns) return 0;
  return static_cast<double>(facts.now_ns - facts.last_event_ns) / 1e6;
}

}  // namespace

std::optional<protocol::FactsRequest> Examination::handle(const protocol::Quiet& quiet) {
  if (pending_ || deadlock_) return std::nullopt;
  return start_round(quiet.job);
}

std::optional<protocol::FactsRequest> Examination::start_round(int job) {
  pending_ = true;
  ++round_;
  answers_ = final_facts_;
  quiet_ms_ = -1;
  return protocol::FactsRequest{job, round_};
}

std::optional<protocol::FactsRequest> Examination::handle(const protocol::Facts& facts) {
  const bool at_the_end = facts.round == protocol::Facts::kAtTheEnd;
  if (!at_the_end && facts.round != round_) return std::nullopt;  // answers an earlier request
  for (const facts::RankFacts& rank : facts.ranks) {
    if (at_the_end) final_facts_[rank.rank] = rank;
    answers_[rank.rank] = rank;
  }
  reported_ = std::chrono::steady_clock::now();
  const double quiet = quiet_ms(facts);
  quiet_ms_ = quiet_ms_ < 0 ? quiet : std::min(quiet_ms_, quiet);
  if (at_the_end && static_cast<int>(final_facts_.size()) == world_size_) take_final_snapshot();
  if (!pending_ || !complete()) return std::nullopt;
  if (round_ % 2 == 1) {
    first_ = take_snapshot();
    return start_round(facts.job);
  }
  second_ = take_snapshot();
  pending_ = false;
  evaluate();
  return std::nullopt;
}

bool Examination::complete() const {
  return static_cast<int>(answers_.size()) == world_size_;
}

facts::Snapshot Examination::take_snapshot() {
  facts::Snapshot snapshot;
  for (auto& [rank, facts] : answers_) snapshot.ranks.push_back(std::move(facts));
  answers_.clear();
  return snapshot;
}

// Keeps the first desync, because it is nearest to the cause and the logs are overwritten later.
// Replaces a desync about group members, because further ranks may still create the group.
void Examination::check_for_desync(const facts::Snapshot& snapshot) {
  if (desync_ && desync_->cls != facts::Class::kGroupMembership) return;
  auto found = prover::find_desync(snapshot, facts::measured_semantics());
  if (found) desync_ = std::move(found);
}

void Examination::evaluate() {
  const auto& semantics = facts::measured_semantics();
  check_for_desync(second_);
  deadlock_ = prover::prove(first_, second_, semantics);
  likely_ = deadlock_ ? std::nullopt : prover::find_likely(first_, second_, semantics);
  if (!deadlock_) return;
  const std::chrono::duration<double, std::milli> since =
      std::chrono::steady_clock::now() - reported_;
  latency_ms_ = quiet_ms_ + since.count();
}

// Takes a snapshot from the ranks' last facts, which are newer than the answer to any request.
void Examination::take_final_snapshot() {
  answers_ = final_facts_;
  facts::Snapshot last = take_snapshot();
  check_for_desync(last);
  if (!deadlock_) second_ = std::move(last);
}

std::optional<facts::Finding> Examination::stall() const {
  if (second_.ranks.empty()) return std::nullopt;
  return prover::find_stall(second_, facts::measured_semantics());
}

std::optional<facts::Finding> Examination::new_likely(double seconds) {
  if (pending_) return std::nullopt;
  if (!likely_ || quiet_seconds() < seconds) {
    likely_reported_ = likely_reported_ && likely_;
    return std::nullopt;
  }
  return std::exchange(likely_reported_, true) ? std::nullopt : likely_;
}

std::optional<facts::Finding> Examination::new_stall(double seconds) {
  if (pending_ || deadlock_) return std::nullopt;
  const bool quiet = quiet_ms_ >= 1000 * seconds;
  if (!quiet || stall_reported_) {
    stall_reported_ = stall_reported_ && quiet;
    return std::nullopt;
  }
  auto finding = stall();
  stall_reported_ = finding && !finding->blocked.empty();
  return stall_reported_ ? finding : std::nullopt;
}

}  // namespace gridlock::monitor
