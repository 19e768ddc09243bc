#include <fmt/format.h>

#include "golden/compare.h"
#include "harness/verdict/agreement.h"
#include "harness/verdict/judge.h"
#include "harness/verdict/words.h"

namespace gridlock::verdict {
namespace {

struct Broken {
  const matrix::RelationTo* relation;
  golden::SeriesMismatch mismatch;
};

// Two precisions are compared by the looser of their bounds.
golden::Tolerance looser(const golden::Tolerance& a, const golden::Tolerance& b) {
  return a.loss.relative >= b.loss.relative ? a : b;
}

std::optional<golden::SeriesMismatch> part(const CellRecord& record, const Numbers& left,
                                           const CellRecord& partner, const Numbers& right,
                                           bool exact) {
  const golden::Tolerance bounds = looser(tolerance_of(record), tolerance_of(partner));
  const auto compare = [&](const char* series, const std::vector<double>& a,
                           const std::vector<double>& b, const golden::Bound& bound) {
    return exact ? golden::compare_exact(series, a, b) : golden::compare(series, a, b, bound);
  };
  if (auto mismatch = compare("loss", left.losses, right.losses, bounds.loss)) return mismatch;
  return compare("grad norm", left.grad_norms, right.grad_norms, bounds.grad_norm);
}

std::string tell(const CellRecord& record, const Broken& broken) {
  const bool itself = broken.relation->partner == record.cell;
  std::string text = fmt::format("Relation '{}' does not hold: {}; compared with {}",
                                 broken.relation->name, golden::explain(broken.mismatch),
                                 itself ? "an earlier run of this cell" : broken.relation->partner);
  if (broken.mismatch.steps_differing > 1) {
    text += fmt::format(" ({} of {} steps differ)", broken.mismatch.steps_differing,
                        broken.mismatch.steps);
  }
  return text;
}

void set_broken(CellRecord& record, const std::vector<Broken>& broken) {
  record.verdict = Verdict::kWrong;
  record.verdict_class = "relation";
  record.ranks.clear();
  record.sentence = tell(record, broken.front());
  for (std::size_t i = 1; i < broken.size(); ++i) {
    record.sentence += fmt::format("; neither does '{}', with {}", broken[i].relation->name,
                                   broken[i].relation->partner);
  }
  record.signature = signature_of(
      {"wrong", "relation", broken.front().relation->name, broken.front().mismatch.series});
}

void set_reference_failed(CellRecord& record, const matrix::RelationTo& relation,
                          const CellRecord* partner) {
  record.verdict = Verdict::kSkipped;
  record.verdict_class = "reference failed";
  record.sentence =
      fmt::format("Ran, but cannot be judged ({}): {} {}", relation.name, relation.partner,
                  partner ? fmt::format("has no numbers, its verdict is {}", name(partner->verdict))
                          : "has not run");
  record.signature = "skipped:reference failed";
}

}  // namespace

void judge_relations(CellRecord& record, const matrix::PlannedCell& planned, const Lookup& lookup) {
  if (record.verdict != Verdict::kPass) return;
  const auto own = numbers(record);
  if (!own) return;
  std::vector<Broken> broken;
  const matrix::RelationTo* unjudged = nullptr;
  for (const matrix::RelationTo& relation : planned.relations) {
    const CellRecord* partner = lookup(relation.partner);
    if (relation.partner == record.cell && record.repetition == 0) continue;
    const auto other = partner ? numbers(*partner) : std::nullopt;
    if (!other) {
      if (!unjudged) unjudged = &relation;
    } else if (auto mismatch = part(record, *own, *partner, *other, relation.exact)) {
      broken.push_back({&relation, std::move(*mismatch)});
    }
  }
  if (!broken.empty()) {
    set_broken(record, broken);
  } else if (unjudged) {
    set_reference_failed(record, *unjudged, lookup(unjudged->partner));
  }
}

}  // namespace gridlock::verdict
