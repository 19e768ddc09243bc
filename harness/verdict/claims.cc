#include "harness/verdict/claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "golden/compare.h"
#include "golden/growth.h"
#include "harness/text/quantity.h"
#include "harness/verdict/metrics.h"

namespace gridlock::verdict {
namespace {

using matrix::Claim;
using matrix::Law;

struct Place {
  std::string at;
  double order = 0;  // its size, or its place among the values that the file lists
  double value = 0;
  std::string cell;
};
using Group = std::vector<Place>;  // in the order of the axis

// How far a group is from the law: more than 1 breaks it.
struct Distance {
  double excess = 0;
  std::string sentence;
};

std::string shown(double value, const Metric& metric) {
  if (std::string_view(metric.unit) == "s") return text::duration(value);
  const std::string digits = golden::short_digits(value);
  return *metric.unit == '\0' ? digits : digits + " " + metric.unit;
}

double order_of(const Claim& claim, const matrix::Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return static_cast<double>(*number);
  if (const auto* number = std::get_if<double>(&value)) return *number;
  const auto found = std::ranges::find(claim.order, matrix::to_string(value));
  return static_cast<double>(found - claim.order.begin());
}

// All values but those of the axis and of what varies along with it.
std::string group_of(const Claim& claim, const CellRecord& record) {
  std::string group;
  for (const auto& [axis, value] : record.axes) {
    if (axis == claim.over || std::ranges::count(claim.along, axis) > 0) continue;
    group += axis + "=" + matrix::to_string(value) + "\n";
  }
  return group;
}

bool is_trained(const CellRecord& record) {
  return record.verdict == Verdict::kPass || record.verdict == Verdict::kXpass;
}

std::vector<Group> groups_of(const matrix::PlannedClaim& planned, const Metric& metric,
                             const std::vector<CellRecord>& records) {
  const std::set<std::string> cells(planned.cells.begin(), planned.cells.end());
  std::map<std::string, Group> groups;
  for (const CellRecord& record : records) {
    if (!cells.contains(record.cell) || !is_trained(record)) continue;
    const auto axis = std::ranges::find(record.axes, planned.claim.over,
                                        [](const auto& named) { return named.first; });
    const auto value = metric.of(record);
    if (axis == record.axes.end() || !value) continue;
    groups[group_of(planned.claim, record)].push_back({matrix::to_string(axis->second),
                                                       order_of(planned.claim, axis->second),
                                                       *value, record.cell});
  }
  std::vector<Group> sorted;
  for (auto& [name, group] : groups) {
    std::ranges::stable_sort(group, {}, &Place::order);
    sorted.push_back(std::move(group));
  }
  return sorted;
}

std::size_t sizes_of(const Group& group) {
  std::set<double> sizes;
  for (const Place& place : group) sizes.insert(place.order);
  return sizes.size();
}

std::string growth_words(const Claim& claim, const Metric& metric, const golden::Growth& growth) {
  const double doubled = 2 * growth.points.back().size;
  const std::string how =
      growth.multiplier > 1
          ? fmt::format("is multiplied by {:.3g} with each unit of {}", growth.multiplier,
                        claim.over)
          : fmt::format("grows as {}^{:.2f}, as {}^{:.2f} in the last step", claim.over,
                        growth.exponent, claim.over, growth.last_exponent);
  return fmt::format("{} {}; at {} {:g} it would be {}", claim.metric, how, claim.over, doubled,
                     shown(growth.at(doubled), metric));
}

std::optional<Distance> growth_distance(const Claim& claim, const Metric& metric,
                                        const Group& group) {
  std::vector<golden::SizedValue> points;
  for (const Place& place : group) points.push_back({place.order, place.value});
  const auto growth = golden::growth_of(std::move(points));
  if (!growth) return std::nullopt;
  return Distance{golden::excess_over(*growth, claim.law.exponent),
                  growth_words(claim, metric, *growth)};
}

std::string between(const Claim& claim, const Metric& metric, const Place& one,
                    const Place& other) {
  return fmt::format("{} is {} at {} {} and {} at {}", claim.metric, shown(one.value, metric),
                     claim.over, one.at, shown(other.value, metric), other.at);
}

// The step that turns back the most.
Distance order_distance(const Claim& claim, const Metric& metric, const Group& group) {
  Distance most;
  for (std::size_t i = 1; i < group.size(); ++i) {
    const Place &before = group[i - 1], &after = group[i];
    const double back = claim.law.kind == Law::Kind::kRises ? before.value / after.value
                                                            : after.value / before.value;
    if (most.sentence.empty() || back > most.excess)
      most = {back, between(claim, metric, before, after)};
  }
  return most;
}

Distance equality_distance(const Claim& claim, const Metric& metric, const Group& group) {
  const auto [least, most] = std::ranges::minmax_element(group, {}, &Place::value);
  const double excess = least->value == most->value ? 1 : most->value / least->value;
  return {excess, between(claim, metric, *least, *most)};
}

std::optional<Distance> distance_of(const Claim& claim, const Metric& metric, const Group& group) {
  if (claim.law.kind == Law::Kind::kGrowth) return growth_distance(claim, metric, group);
  if (sizes_of(group) < 2) return std::nullopt;
  if (claim.law.kind == Law::Kind::kEqual) return equality_distance(claim, metric, group);
  return order_distance(claim, metric, group);
}

std::string why_not_judged(const Claim& claim) {
  const int fewest = claim.law.kind == Law::Kind::kGrowth ? golden::kFewestSizes : 2;
  return fmt::format("no {} cells with a {} above 0 differ in {} alone", fewest, claim.metric,
                     claim.over);
}

void take(const Group& group, ClaimFinding& finding) {
  finding.cell = group.back().cell;
  finding.points.clear();
  for (const Place& place : group) finding.points.push_back({place.at, place.value});
}

ClaimFinding judge_claim(const matrix::PlannedClaim& planned,
                         const std::vector<CellRecord>& records) {
  const Claim& claim = planned.claim;
  const Metric& metric = *find_metric(claim.metric);
  const double factor = claim.factor > 0 ? claim.factor : metric.noise;
  ClaimFinding finding{claim.name, claim.metric,   metric.unit,
                       claim.over, claim.law.word, claim.issue};
  finding.sentence = why_not_judged(claim);
  double most = 0;
  for (const Group& group : groups_of(planned, metric, records)) {
    const auto distance = distance_of(claim, metric, group);
    if (!distance) continue;
    if (finding.groups++ > 0 && distance->excess <= most) continue;
    most = distance->excess;
    finding.sentence = distance->sentence;
    take(group, finding);
  }
  if (finding.groups > 0)
    finding.answer = most <= factor * (1 + 1e-9) ? ClaimAnswer::kHeld : ClaimAnswer::kBroken;
  return finding;
}

}  // namespace

const char* word_of(ClaimAnswer answer) {
  if (answer == ClaimAnswer::kHeld) return "held";
  return answer == ClaimAnswer::kBroken ? "broken" : "not judged";
}

Json to_json(const ClaimFinding& finding) {
  Json json = {{"claim", finding.name},    {"answer", word_of(finding.answer)},
               {"metric", finding.metric}, {"unit", finding.unit},
               {"over", finding.over},     {"law", finding.law},
               {"issue", finding.issue},   {"sentence", finding.sentence},
               {"groups", finding.groups}, {"cell", finding.cell},
               {"points", Json::array()}};
  for (const ClaimPoint& point : finding.points)
    json["points"].push_back({{"at", point.at}, {"value", point.value}});
  return json;
}

std::vector<ClaimFinding> judge_claims(const std::vector<matrix::PlannedClaim>& claims,
                                       const std::vector<CellRecord>& records) {
  std::vector<ClaimFinding> findings;
  for (const matrix::PlannedClaim& planned : claims)
    findings.push_back(judge_claim(planned, records));
  return findings;
}

}  // namespace gridlock::verdict
