#include <fmt/format.h>

#include <limits>

#include "minimizer/ablation/searches.h"
#include "minimizer/ablation/smallest.h"

namespace gridlock::minimizer {
namespace {

constexpr int kAll = std::numeric_limits<int>::max();

// Returns the subsystems of torch/_inductor/compiler_bisector.py that are applied repeatedly.
std::vector<std::string> subsystems_of(Rung rung) {
  if (rung == Rung::kPartitioned) return {"decomposition"};
  if (rung == Rung::kInductor) {
    return {"pre_grad_passes", "joint_graph_passes", "post_grad_passes", "lowerings"};
  }
  return {};
}

class PassSearch {
 public:
  PassSearch(Investigation& investigation, const Setting& base, Rung rung)
      : investigation_(investigation), base_(base), rung_(rung) {}

  // Returns the first application of the subsystem with which the script fails. Returns nullopt
  // unless the script passes without any application and fails with all of them.
  std::optional<Culprit> in(const std::string& subsystem, const std::vector<Question>& likely) {
    const Verdict without = investigation_.ask(with(subsystem, 0), likely).verdict;
    if (without == Verdict::kDifferent) undecided_ = subsystem;
    if (without != Verdict::kPasses) return std::nullopt;
    const auto [answer, names] = investigation_.ask_for_names(with(subsystem, kAll));
    if (answer.verdict != Verdict::kSame || names.empty()) return std::nullopt;
    Culprit culprit{subsystem, 0, static_cast<int>(names.size()), ""};
    culprit.number = first_failing(0, culprit.applied, [&](int limit) {
      return investigation_.fails(with(subsystem, limit));
    });
    culprit.name = names[static_cast<std::size_t>(culprit.number - 1)];
    return culprit;
  }

  // Returns the sentence that reports a search without a result.
  std::string nothing_found() const {
    if (undecided_.empty()) return "the failure needs no pass that can be turned off";
    return fmt::format("no single pass found: the script fails differently without any {}",
                       undecided_);
  }

  Question with(const std::string& subsystem, int limit) const {
    Question question{base_, subsystem};
    question.setting.bisect = Bisect{backend_of(rung_), subsystem, limit};
    if (limit == kAll) question.words += ": all";
    if (limit == 0) question.words += ": none";
    if (limit > 0 && limit < kAll) question.words += fmt::format(": the first {}", limit);
    return question;
  }

 private:
  Investigation& investigation_;
  const Setting& base_;
  Rung rung_;
  std::string undecided_;  // a subsystem without which the script shows another failure
};

}  // namespace

std::optional<Culprit> search_passes(Investigation& investigation, const Setting& base, Rung rung) {
  const std::vector<std::string> subsystems = subsystems_of(rung);
  if (subsystems.empty()) return std::nullopt;
  investigation.section("passes of the compiler");
  PassSearch search(investigation, base, rung);
  std::vector<Question> likely;
  for (const std::string& subsystem : subsystems) likely.push_back(search.with(subsystem, 0));
  for (const std::string& subsystem : subsystems) {
    const auto culprit = search.in(subsystem, likely);
    if (!culprit) continue;
    investigation.finding(fmt::format("needs {} #{} of {}: {}", subsystem, culprit->number,
                                      culprit->applied, culprit->name));
    return culprit;
  }
  investigation.finding(search.nothing_found());
  return std::nullopt;
}

}  // namespace gridlock::minimizer
