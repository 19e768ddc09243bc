#include "minimizer/testing/baselines.h"

#include <map>

#include "minimizer/key.h"
#include "minimizer/proposals.h"

namespace gridlock::minimizer::testing {
namespace {

// One reduction of one pass's pieces.
class Reduction {
 public:
  Reduction(const MockProblem& mock, Oracle& oracle)
      : passes_(mock.passes()),
        edits_(passes_.front()->open(mock.problem.original)),
        proposals_(*edits_),
        oracle_(oracle),
        accepted_(forest().all_kept()) {}

  // By the alternative `way`; `level` -1: of all levels at once.
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
  Reduced result() { return {*proposals_.of(accepted_).proposal.candidate, asked_}; }

 private:
  bool fails(const Choices& choices) {
    const Prepared& prepared = proposals_.of(choices);
    if (!prepared.proposal.candidate) return false;
    const auto [answer, is_new] = answers_.try_emplace(prepared.key, false);
    if (is_new) {
      oracle_.submit(++asked_, *prepared.proposal.candidate);
      const auto reply = oracle_.wait(std::chrono::milliseconds(0));
      answer->second = reply && reply->answer.verdict == Verdict::kSame;
    }
    return answer->second;
  }

  std::vector<std::unique_ptr<Pass>> passes_;
  std::unique_ptr<Edits> edits_;
  Proposals proposals_;
  Oracle& oracle_;
  std::map<Key, bool> answers_;
  Choices accepted_;
  int asked_ = 0;
};

}  // namespace

Reduced reduce_by(const std::string& method, const MockProblem& mock, Oracle& oracle) {
  Reduction reduction(mock, oracle);
  const int levels = method == "HDD" ? reduction.forest().levels() : 1;
  for (int way = 0; way < reduction.forest().most_alternatives(); ++way)
    for (int level = 0; level < levels; ++level)
      reduction.reduce(method, way, method == "HDD" ? level : -1);
  return reduction.result();
}

}  // namespace gridlock::minimizer::testing
