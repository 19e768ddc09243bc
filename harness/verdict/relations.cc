#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "golden/compare.h"
#include "golden/spread.h"
#include "harness/diagnosis/signature.h"
#include "harness/verdict/agreement.h"
#include "harness/verdict/judge.h"

namespace gridlock::verdict {
namespace {

// The first mismatch between two cells.
struct CellMismatch {
  std::string series;
  std::size_t step;
  std::string words;
  std::size_t steps_differing;
  std::size_t steps;
};

struct Broken {
  const matrix::RelationTo* relation;
  CellMismatch mismatch;
};

using SeriesBound = matrix::Tolerance::Bound matrix::Tolerance::*;

struct ComparedSeries {
  const char* name;
  std::vector<double> Numbers::*values;
  RoundedSeries rounded;
  golden::Bound golden::Tolerance::*usual;
  SeriesBound stated;
};
constexpr ComparedSeries kComparedSeries[] = {
    {"loss", &Numbers::losses, &protocol::RoundedReport::losses, &golden::Tolerance::loss,
     &matrix::Tolerance::loss},
    {"grad norm", &Numbers::grad_norms, &protocol::RoundedReport::grad_norms,
     &golden::Tolerance::grad_norm, &matrix::Tolerance::grad_norm}};

// Returns the looser tolerance. It applies when two cells of different precision are compared.
const golden::Tolerance& looser(const golden::Tolerance& a, const golden::Tolerance& b) {
  return a.loss.relative >= b.loss.relative ? a : b;
}

// Returns the bound for a comparison. A bound of the matrix replaces the usual bound. If several
// relations are joined, the loosest bound applies.
golden::Bound bound_of(const matrix::RelationTo& relation, const golden::Bound& usual,
                       SeriesBound series) {
  if (relation.exact) return {};
  if (relation.tolerances.empty()) return usual;
  golden::Bound bound;
  for (const matrix::Tolerance& tolerance : relation.tolerances) {
    const auto& stated = tolerance.*series;
    bound.relative = std::max(bound.relative, stated.rtol.value_or(usual.relative));
    bound.absolute = std::max(bound.absolute, stated.atol.value_or(usual.absolute));
    if (!stated.rtol) bound.by_step = usual.by_step;
  }
  return bound;
}

bool has_spread_for(const CellRecord* reference, const CellRecord& record) {
  return reference != nullptr && !reference->reports.empty() &&
         !reference->reports.front().rounded.empty() &&
         precision_of(*reference) == precision_of(record);
}

// Returns a partner that was trained with random rounding, preferably the partner of this relation.
// Returns null if there is none, or if the compared cells differ in precision.
const CellRecord* measured_for(const CellRecord& record, const matrix::PlannedCell& planned,
                               const CellRecord& partner, const Lookup& lookup) {
  if (has_spread_for(&partner, record)) return &partner;
  if (precision_of(record) != precision_of(partner)) return nullptr;
  for (const matrix::RelationTo& relation : planned.relations) {
    const CellRecord* other = lookup(relation.partner);
    if (has_spread_for(other, record)) return other;
  }
  return nullptr;
}

std::optional<golden::Spread> spread_in(const CellRecord* measured, const ComparedSeries& series) {
  if (measured == nullptr) return std::nullopt;
  return spread_of(*measured, series.rounded, golden::ComparedWith::kTraining);
}

std::optional<CellMismatch> cell_mismatch(const std::optional<golden::SeriesMismatch>& mismatch) {
  if (!mismatch) return std::nullopt;
  const bool other_length = mismatch->reason == golden::Reason::kLength;
  return CellMismatch{mismatch->series, other_length ? 0 : mismatch->step,
                      golden::explain(*mismatch), mismatch->steps_differing, mismatch->steps};
}

std::optional<CellMismatch> cell_mismatch(const std::optional<golden::StateMismatch>& mismatch) {
  if (!mismatch) return std::nullopt;
  return CellMismatch{mismatch->tensors, mismatch->step, golden::explain(*mismatch),
                      mismatch->steps_differing, mismatch->steps};
}

// Returns the earlier of two mismatches. Within a step, the loss precedes the gradients.
std::optional<CellMismatch> earlier(std::optional<CellMismatch> series,
                                    std::optional<CellMismatch> states) {
  if (!series || (states && states->step < series->step)) return states;
  return series;
}

bool has_activations(const Numbers& numbers) {
  return std::ranges::any_of(numbers.states, [](const golden::WholeState& state) {
    return state.activations.has_value();
  });
}

bool has_gradients(const Numbers& numbers) {
  return !numbers.states.empty() && numbers.states.front().gradients;
}

// Adds the comparisons to the record. Returns the first mismatch.
std::optional<CellMismatch> compare(CellRecord& record, const Numbers& own,
                                    const CellRecord& partner, const Numbers& other,
                                    const matrix::RelationTo& relation,
                                    const CellRecord* measured) {
  const golden::Tolerance& usual = looser(tolerance_of(record), tolerance_of(partner));
  // Norms of shards are rounded before they are added. If the gradients are known, their bits are
  // compared instead.
  const bool skips_norms = relation.exact && has_gradients(own) && has_gradients(other);
  std::optional<golden::SeriesMismatch> first;
  for (const ComparedSeries& series : kComparedSeries) {
    if (skips_norms && series.values == &Numbers::grad_norms) continue;
    const std::vector<double>& a = own.*series.values;
    const std::vector<double>& b = other.*series.values;
    const auto spread = spread_in(measured, series);
    const golden::Bound normal = spread ? spread->bound() : usual.*series.usual;
    const golden::Bound bound = bound_of(relation, normal, series.stated);
    if (const auto margin = golden::margin(a, b, bound)) {
      Comparison comparison{relation.name,      relation.partner,
                            series.name,        static_cast<int>(margin->step),
                            margin->difference, margin->allowed};
      if (!bound.by_step.empty()) {
        const double size = std::max(std::abs(a[margin->step]), std::abs(b[margin->step]));
        comparison.deviation = spread->deviations[margin->step] * size;
        comparison.trainings = static_cast<int>(spread->trainings);
        comparison.measured_on = measured->cell;
      }
      record.comparisons.push_back(std::move(comparison));
    }
    if (first) continue;
    first = relation.exact ? golden::compare_exact(series.name, a, b)
                           : golden::compare(series.name, a, b, bound);
  }
  if (!relation.exact) return cell_mismatch(first);
  return earlier(cell_mismatch(first),
                 cell_mismatch(golden::compare_states(own.states, other.states)));
}

std::string tell(const CellRecord& record, const Broken& broken) {
  const bool itself = broken.relation->partner == record.cell;
  std::string text = fmt::format("Relation '{}' does not hold: {}; compared with {}",
                                 broken.relation->name, broken.mismatch.words,
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
  record.signature = diagnosis::signature_of(
      {"wrong", "relation", broken.front().relation->name, broken.front().mismatch.series});
}

void set_reference_failed(CellRecord& record, const matrix::RelationTo& relation,
                          const CellRecord* partner) {
  record.verdict = Verdict::kSkipped;
  record.verdict_class = "reference failed";
  record.sentence = fmt::format(
      "The cell ran, but its numbers cannot be compared (relation '{}'): {} {}", relation.name,
      relation.partner,
      partner ? fmt::format("has no numbers, because its verdict is {}", name(partner->verdict))
              : "has not run");
  record.signature = "skipped:reference failed";
}

// Returns whether this relation requested the record's repetition. The first training run of the
// cell and repetitions for other relations do not count. A repetition that no relation requested
// counts if its tier fits.
bool is_repeated_for(const matrix::RelationTo& relation, const CellRecord& record,
                     const matrix::PlannedCell& planned) {
  if (record.repetition == 0) return false;
  const std::vector<std::string> again = matrix::tiers_again(planned);
  const auto index = static_cast<std::size_t>(record.repetition) - 1;
  if (index < again.size()) return again[index] == relation.tier;
  return relation.tier.empty() || relation.tier == record.tier;
}

// Returns whether the partner is a neighbor whose own verdict is wrong. If so, a divergence is the
// neighbor's fault.
bool is_wrong_neighbor(const matrix::RelationTo& relation, const CellRecord& partner) {
  return relation.neighbor && verdict_before_expectations(partner) == Verdict::kWrong;
}

void note_wrong_neighbor(CellRecord& record, const matrix::RelationTo& relation) {
  add_note(record, fmt::format("relation '{}' with {} does not hold, but that cell is itself wrong",
                               relation.name, relation.partner));
}

}  // namespace

void judge_relations(CellRecord& record, const matrix::PlannedCell& planned, const Lookup& lookup) {
  if (record.verdict != Verdict::kPass) return;
  const auto own = numbers(record);
  record.unjudged = !own || !planned.related;
  if (!own) return;
  record.activations_unseen = planned.recipe.activations && !has_activations(*own);
  std::vector<Broken> broken;
  bool judged = false;  // whether a relation compared the cell with another cell
  bool left_out = false;
  const matrix::RelationTo* unjudged = nullptr;
  for (const matrix::RelationTo& relation : planned.relations) {
    const CellRecord* partner = lookup(relation.partner);
    const bool itself = relation.partner == record.cell;
    if (itself && !is_repeated_for(relation, record, planned)) continue;
    const auto other = partner ? numbers(*partner) : std::nullopt;
    if (!other) {
      if (!unjudged) unjudged = &relation;
      continue;
    }
    const std::size_t measured = record.comparisons.size();
    auto mismatch = compare(record, *own, *partner, *other, relation,
                            measured_for(record, planned, *partner, lookup));
    if (mismatch && is_wrong_neighbor(relation, *partner)) {
      record.comparisons.resize(measured);
      note_wrong_neighbor(record, relation);
      left_out = true;
      continue;
    }
    judged |= !itself;
    if (mismatch) broken.push_back({&relation, std::move(*mismatch)});
  }
  record.unjudged |= left_out && !judged;
  if (!broken.empty()) {
    set_broken(record, broken);
  } else if (unjudged) {
    set_reference_failed(record, *unjudged, lookup(unjudged->partner));
  }
}

}  // namespace gridlock::verdict
