#include "harness/run/places.h"

#include <fmt/format.h>

#include <algorithm>

#include "golden/numeric_divergence_text.h"
#include "harness/process/files.h"
#include "harness/process/temporary_folder.h"
#include "harness/run/distinct_failures.h"
#include "harness/run/locate.h"
#include "harness/text/quantity.h"

namespace gridlock::run {
namespace {

using verdict::CellRecord;

constexpr std::size_t kMostPlaces = 3;
constexpr const char* kWhere = "where.txt";

// Returns the violated relation that the record's signature names, or else the relation with the
// nearest cell.
const matrix::RelationTo* relation_of(const matrix::PlannedCell& planned,
                                      const CellRecord& record) {
  const auto& relations = planned.relations;
  const auto broken = std::ranges::find_if(relations, [&](const matrix::RelationTo& relation) {
    return record.signature.find(relation.name) != std::string::npos;
  });
  if (broken != relations.end()) return &*broken;
  return relations.empty() ? nullptr : &relations.back();
}

bool is_located(const matrix::Plan& plan, const CellRecord& record) {
  const matrix::PlannedCell* planned = plan.find(record.cell);
  return record.unexpected && record.verdict == verdict::Verdict::kWrong &&
         !record.evidence.empty() && planned != nullptr && relation_of(*planned, record) != nullptr;
}

std::string place_in(const golden::NumericDivergence& divergence) {
  if (divergence.left_ranks) return golden::location_text(divergence.left_ranks->key);
  return divergence.first ? golden::location_text(divergence.first->key)
                          : "not reproduced on retraining";
}

std::string place_of(const matrix::Plan& plan, const CellRecord& record,
                     const RunOptions& options) {
  const matrix::PlannedCell& planned = *plan.find(record.cell);
  const matrix::RelationTo& relation = *relation_of(planned, record);
  const auto mode = relation.exact ? golden::CompareMode::kBits : golden::CompareMode::kRoundings;
  const process::TemporaryFolder folder("places");
  const matrix::PlannedCell& partner = *plan.find(relation.partner);
  const auto divergence = locate(planned, partner,
                                 {.training = options.training,
                                  .folder = controller::RunFolder(folder.path() / "run"),
                                  .mode = mode,
                                  .uncompiled = uncompiled_for(plan, planned, partner),
                                  .tier_again = relation.tier,
                                  .interrupted = options.interrupted});
  if (!divergence) return "unknown (interrupted)";
  process::write_text(options.folder.root() / record.evidence / kWhere,
                      fmt::format("left   {}\nright  {}\n{}", record.cell, relation.partner,
                                  golden::explain(*divergence, mode)));
  return place_in(*divergence);
}

}  // namespace

std::map<std::string, std::string> find_places(const matrix::Plan& plan,
                                               const std::vector<CellRecord>& records,
                                               const RunOptions& options,
                                               report::Reporter& listener, double now) {
  std::map<std::string, std::string> places;
  const auto wrong = distinct_failures(
      records, kMostPlaces, [&](const CellRecord& record) { return is_located(plan, record); });
  if (!wrong.empty()) {
    listener.on_note(fmt::format("training {} with wrong numbers again, to find the first tensor "
                                 "that differs",
                                 text::count_of(wrong.size(), "cell")),
                     now);
  }
  for (const CellRecord* record : wrong) {
    if (options.interrupted()) break;
    try {
      places[record->evidence] = place_of(plan, *record, options);
    } catch (const std::runtime_error& error) {
      places[record->evidence] = std::string("unknown (") + error.what() + ")";
    }
  }
  return places;
}

}  // namespace gridlock::run
