#include "minimizer/testing/baselines.h"

#include <map>

#include "minimizer/key.h"
#include "minimizer/proposals.h"

namespace gridlock::minimizer::testing {
namespace {

// The answers that a reducer has received.
struct Told {
  std::map<Key, bool> fails;
  int asked = 0;
};

// A reduction of one pass's pieces.
class Reduction {
 public:
  Reduction(Pass& pass, const Candidate& candidate, Oracle& oracle, Told& told)
      : edits_(pass.open(candidate)),
        proposals_(*edits_),
        oracle_(oracle),
        told_(told),
        accepted_(forest().all_kept()) {}

  // Reduces by the alternative `way`; `level` -1: all levels at once.
  void reduce(const std::string& method, int way, int level) {
    std::vector<int> items;
    for (int piece = 0; piece < forest().size(); ++piece)
      if (accepted_[piece] == kKeep &&
          way < static_cast<int>(forest()[piece].alternatives.size()) &&
          (level < 0 || forest().depth(piece) == level))
        items.push_back(piece);
    const Choices before = accepted_;
    const StillFails test = [&](const std::vector<int>& dropped) {
      Choices choices = before;
      for (const int piece : dropped) choices[piece] = way;
      forest().close(choices);
      if (!fails(choices)) return false;
      accepted_ = choices;
      return true;
    };
    method == "ProbDD" ? prob_dd(items, test) : ddmin(items, test);
  }

  const Forest& forest() const { return edits_->forest(); }
  Candidate result() { return *proposals_.of(accepted_).proposal.candidate; }

 private:
  bool fails(const Choices& choices) {
    const Prepared& prepared = proposals_.of(choices);
    if (!prepared.proposal.candidate) return false;
    const auto [answer, is_new] = told_.fails.try_emplace(prepared.key, false);
    if (is_new) {
      oracle_.submit(static_cast<Ticket>(++told_.asked), *prepared.proposal.candidate);
      const auto reply = oracle_.wait(std::chrono::milliseconds(0));
      answer->second = reply && reply->answer.verdict == Verdict::kSame;
    }
    return answer->second;
  }

  std::unique_ptr<Edits> edits_;
  Proposals proposals_;
  Oracle& oracle_;
  Told& told_;
  Choices accepted_;
};

}  // namespace

Reduced reduce_by(const std::string& method, const MockProblem& mock, Oracle& oracle) {
  Told told;
  Candidate best = mock.problem.original;
  for (const auto& pass : mock.passes()) {
    Reduction reduction(*pass, best, oracle, told);
    const int levels = method == "HDD" ? reduction.forest().levels() : 1;
    for (int way = 0; way < reduction.forest().most_alternatives(); ++way)
      for (int level = 0; level < levels; ++level)
        reduction.reduce(method, way, method == "HDD" ? level : -1);
    best = reduction.result();
  }
  return {best, told.asked};
}

}  // namespace gridlock::minimizer::testing
