#include "harness/controller/script_request.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "harness/controller/specification.h"
#include "harness/diagnosis/blowup.h"
#include "harness/verdict/judge.h"

namespace gridlock::controller {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using verdict::CellRecord;
using verdict::Verdict;

constexpr std::size_t kMostDifferentAxes = 2;
// Time without progress after which a script reports a hang, in seconds. kLimit is enough for any
// cell. kShortestLimit is the least for a cell that is known to hang.
constexpr double kLimit = 300, kShortestLimit = 60;
constexpr double kTimesItsSeconds = 3;

bool is_broken(const verdict::Comparison& comparison) {
  return comparison.difference > comparison.allowed;
}

std::size_t different_axes(const matrix::Cell& a, const matrix::Cell& b) {
  std::size_t different = a.values.size() > b.values.size() ? 0 : b.values.size() - a.values.size();
  for (const auto& [name, value] : a.values) {
    const matrix::Value* other = b.find(name);
    if (other == nullptr || *other != value) ++different;
  }
  return different;
}

bool hangs(const CellRecord& record) {
  const Verdict verdict = verdict_before_expectations(record);
  if (verdict == Verdict::kCompileSkew)
    return record.finding.has_value();  // without a finding, the skew only exceeded a limit
  return verdict == Verdict::kDeadlock || verdict == Verdict::kStall ||
         verdict == Verdict::kTimeout || verdict == Verdict::kCompileBlowup;
}

int limit_of(const ScriptRequest& request) {
  if (request.record == nullptr || !hangs(*request.record)) return static_cast<int>(kLimit);
  const double longest = std::max(kShortestLimit, request.planned.recipe.deadline_seconds);
  return static_cast<int>(
      std::clamp(kTimesItsSeconds * request.record->seconds, kShortestLimit, longest));
}

json spec_of(const matrix::PlannedCell& planned) {
  protocol::RankSpec spec = rank_spec(planned, 0);
  spec.world_size = world_size_of(planned.cell);
  return protocol::to_json(spec);
}

// Returns, for each series, the largest relative difference that the relation with the control
// allows. The series are in the order in which they are judged.
ordered_json bounds_of(const ScriptRequest& request) {
  ordered_json bounds = ordered_json::object();
  if (request.record == nullptr || request.control == nullptr) return bounds;
  const auto* broken = broken_comparison(*request.record);
  const std::string& partner = broken != nullptr ? broken->partner : request.control->cell.id;
  for (const verdict::Comparison& comparison : request.record->comparisons) {
    if (comparison.partner != partner) continue;
    const bool loss = comparison.series == "loss";
    const auto& report = request.record->reports.front();
    const auto& numbers = loss ? report.losses : report.grad_norms;
    const double size = std::abs(numbers.at(static_cast<std::size_t>(comparison.step)));
    bounds[loss ? "loss" : "grad_norm"] = size > 0 ? comparison.allowed / size : 0.0;
  }
  return bounds;
}

}  // namespace

const verdict::Comparison* broken_comparison(const CellRecord& record) {
  const auto broken = std::ranges::find_if(record.comparisons, [&](const auto& comparison) {
    return is_broken(comparison) && comparison.partner != record.cell;
  });
  return broken == record.comparisons.end() ? nullptr : &*broken;
}

const matrix::PlannedCell* control_of(const matrix::Plan& plan, const matrix::PlannedCell& planned,
                                      const CellRecord& record, const FindRecord& find) {
  if (const auto* broken = broken_comparison(record)) return plan.find(broken->partner);
  for (const matrix::RelationTo& relation : planned.relations) {
    const matrix::PlannedCell* partner = plan.find(relation.partner);
    if (partner == nullptr || partner == &planned) continue;
    const CellRecord* known = find(relation.partner);
    if (known == nullptr || known->verdict != Verdict::kPass) continue;
    if (different_axes(planned.cell, partner->cell) <= kMostDifferentAxes) return partner;
  }
  return nullptr;
}

std::string to_json_text(const ScriptRequest& request) {
  ordered_json result = {{"cell", spec_of(request.planned)},
                         {"device", request.on_gpus ? "cuda" : "cpu"},
                         {"limit", limit_of(request)},
                         {"bounds", bounds_of(request)}};
  if (request.growth) {
    result["growth"] = {{"axes", request.growth->axes},
                        {"sizes", {request.growth->small, request.growth->large}},
                        {"least", diagnosis::kNoticedSeconds},
                        {"highest", diagnosis::kHighestOrder}};
  }
  if (request.control != nullptr) result["control"] = spec_of(*request.control);
  if (request.record != nullptr && request.record->verdict != Verdict::kPass) {
    result["verdict"] = verdict::name(verdict_before_expectations(*request.record));
    result["sentence"] = request.record->sentence;
  }
  return result.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace gridlock::controller
