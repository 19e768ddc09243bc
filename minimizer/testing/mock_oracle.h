// An oracle that runs nothing and applies the rule of a synthetic problem. Its time is simulated,
// so that the gain of speculation can be measured.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "minimizer/oracle.h"
#include "minimizer/testing/mock_problem.h"
#include "minimizer/testing/random.h"

namespace gridlock::minimizer::testing {

class MockOracle : public Oracle {
 public:
  // `mock` outlives this object.
  explicit MockOracle(const MockProblem& mock, int slots = 1, std::uint64_t seed = 1)
      : mock_(mock), slots_(slots), random_(seed) {}

  int slots() const override { return slots_; }
  void submit(Ticket ticket, const Candidate& candidate) override;
  std::optional<Reply> wait(std::chrono::milliseconds at_most) override;
  void cancel(Ticket ticket) override { running_.erase(ticket); }

  double now() const { return now_; }  // simulated seconds since the start
  const std::vector<std::string>& asked() const {
    return asked_;
  }                                               // ranks and texts, in the order of the answers
  int duplicates() const { return duplicates_; }  // number of repeated answers

 private:
  struct Run {
    std::string asked;
    Answer answer;
    double end = 0;
  };

  const MockProblem& mock_;
  int slots_;
  Random random_;
  double now_ = 0;
  std::map<Ticket, Run> running_;
  std::vector<std::string> asked_;
  std::set<std::string> seen_;
  int duplicates_ = 0;
};

}  // namespace gridlock::minimizer::testing
