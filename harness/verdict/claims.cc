#include "harness/verdict/claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "golden/growth.h"
#include "harness/verdict/metrics.h"

namespace gridlock::verdict {
namespace {

using matrix::Claim;
using matrix::Law;

struct Place {
  std::string at;
  double order = 0;  // the axis value as a number, or its position in the matrix file
  double value = 0;
  std::string cell;
};
using Group = std::vector<Place>;  // in the order of the axis

// The distance of a group from the law of a claim. An excess over 1 violates the law.
struct Distance {
  double excess = 0;
  std::string sentence;
};

double order_of(const Claim& claim, const matrix::Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return static_cast<double>(*number);
  if (const auto* number = std::get_if<double>(&value)) return *number;
  const auto found = std::ranges::find(claim.order, matrix::to_string(value));
  return static_cast<double>(found - claim.order.begin());
}

// Returns a key made of all axis values, except those of the claim's axis and of the axes that vary
// with it.
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

// Keeps one training run of each cell: the one with the median value.
Group one_each(Group group) {
  std::ranges::stable_sort(group, {},
                           [](const Place& place) { return std::pair(place.order, place.value); });
  Group one_each;
  for (auto first = group.begin(); first != group.end();) {
    const auto last = std::find_if(first, group.end(),
                                   [&](const Place& place) { return place.order != first->order; });
    one_each.push_back(*(first + (last - first - 1) / 2));
    first = last;
  }
  return one_each;
}

using Measure = std::function<std::optional<double>(const CellRecord&)>;

std::vector<Group> groups_of(const matrix::PlannedClaim& planned, const Measure& measure,
                             const std::vector<CellRecord>& records) {
  const std::set<std::string> cells(planned.cells.begin(), planned.cells.end());
  std::map<std::string, Group> groups;
  std::map<std::string, std::string> tiers;  // the tier of each cell's first training run
  for (const CellRecord& record : records) {
    if (!cells.contains(record.cell) || !is_trained(record)) continue;
    // A training run in another tier starts with different compile caches, so it does not count.
    if (tiers.try_emplace(record.cell, record.tier).first->second != record.tier) continue;
    const auto axis = std::ranges::find(record.axes, planned.claim.over,
                                        [](const auto& named) { return named.first; });
    const auto value = measure(record);
    if (axis == record.axes.end() || !value) continue;
    groups[group_of(planned.claim, record)].push_back({matrix::to_string(axis->second),
                                                       order_of(planned.claim, axis->second),
                                                       *value, record.cell});
  }
  std::vector<Group> sorted;
  for (auto& [name, group] : groups) sorted.push_back(one_each(std::move(group)));
  return sorted;
}

// Returns value / other if both are positive, and 1 if both are equal. Otherwise returns 0 if
// `value` is smaller, and infinity if it is larger.
double times(double value, double other) {
  if (value == other) return 1;
  if (value > 0 && other > 0) return value / other;
  return value < other ? 0 : std::numeric_limits<double>::infinity();
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
                     in_unit(growth.at(doubled), metric.unit));
}

std::string between(const Claim& claim, const Metric& metric, const Place& one,
                    const Place& other) {
  return fmt::format("{} is {} at {} {} and {} at {}", claim.metric,
                     in_unit(one.value, metric.unit), claim.over, one.at,
                     in_unit(other.value, metric.unit), other.at);
}

std::size_t fewest_cells(const Claim& claim) {
  return claim.law.kind == Law::Kind::kGrowth ? golden::kFewestSizes : 2;
}

// For exact values. Divides the growth between two sizes by the growth that the law allows, and
// returns the largest such ratio over all pairs of sizes. Growth from zero exceeds any law.
double largest_step(const Group& group, double exponent) {
  double most = 0;
  for (std::size_t i = 0; i < group.size(); ++i)
    for (std::size_t j = i + 1; j < group.size(); ++j)
      most = std::max(most, times(group[j].value, group[i].value) /
                                std::pow(group[j].order / group[i].order, exponent));
  return most;
}

bool is_exact(const Metric& metric) {
  return metric.noise == 1;
}

std::optional<Distance> exact_growth(const Claim& claim, const Metric& metric, const Group& group) {
  if (group.size() < fewest_cells(claim)) return std::nullopt;
  return Distance{largest_step(group, claim.law.exponent),
                  between(claim, metric, group.front(), group.back())};
}

std::optional<Distance> growth_distance(const Claim& claim, const Metric& metric,
                                        const Group& group) {
  if (is_exact(metric)) return exact_growth(claim, metric, group);
  std::vector<golden::SizedValue> points;
  for (const Place& place : group) points.push_back({place.order, place.value});
  const auto growth = golden::growth_of(std::move(points));
  if (!growth) return std::nullopt;
  return Distance{golden::excess_over(*growth, claim.law.exponent),
                  growth_words(claim, metric, *growth)};
}

// Returns the distance of the two neighboring values whose change is furthest in the wrong
// direction.
Distance order_distance(const Claim& claim, const Metric& metric, const Group& group) {
  Distance most;
  for (std::size_t i = 1; i < group.size(); ++i) {
    const Place &before = group[i - 1], &after = group[i];
    const double back = claim.law.kind == Law::Kind::kRises ? times(before.value, after.value)
                                                            : times(after.value, before.value);
    if (most.sentence.empty() || back > most.excess)
      most = {back, between(claim, metric, before, after)};
  }
  return most;
}

Distance equality_distance(const Claim& claim, const Metric& metric, const Group& group) {
  const auto [least, most] = std::ranges::minmax_element(group, {}, &Place::value);
  return {times(most->value, least->value), between(claim, metric, *least, *most)};
}

std::optional<Distance> distance_of(const Claim& claim, const Metric& metric, const Group& group) {
  if (claim.law.kind == Law::Kind::kGrowth) return growth_distance(claim, metric, group);
  if (group.size() < fewest_cells(claim)) return std::nullopt;
  if (claim.law.kind == Law::Kind::kEqual) return equality_distance(claim, metric, group);
  return order_distance(claim, metric, group);
}

std::string why_not_judged(const Claim& claim) {
  return fmt::format(
      "not decided: the claim needs at least {} cells that report {} and differ only in {}",
      fewest_cells(claim), claim.metric, claim.over);
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
  ClaimFinding finding{claim.name,     claim.metric, metric.unit, claim.over,
                       claim.law.word, factor,       claim.issue};
  finding.sentence = why_not_judged(claim);
  double most = 0;
  for (const Group& group : groups_of(planned, metric.of, records)) {
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
  Json json = {{"claim", finding.name},        {"answer", word_of(finding.answer)},
               {"metric", finding.metric},     {"unit", finding.unit},
               {"over", finding.over},         {"law", finding.law},
               {"factor", finding.factor},     {"issue", finding.issue},
               {"sentence", finding.sentence}, {"groups", finding.groups},
               {"cell", finding.cell},         {"points", Json::array()}};
  for (const ClaimPoint& point : finding.points)
    json["points"].push_back({{"at", point.at}, {"value", point.value}});
  return json;
}

std::vector<std::size_t> groups_that_decide(const matrix::Plan& plan) {
  std::vector<CellRecord> records;
  for (const matrix::PlannedCell& cell : plan.cells)
    if (cell.skip.empty()) records.push_back(make_record(cell));
  std::vector<std::size_t> counts;
  for (const matrix::PlannedClaim& planned : plan.claims) {
    const auto groups = groups_of(
        planned, [](const CellRecord&) { return 1.0; }, records);
    counts.push_back(static_cast<std::size_t>(std::ranges::count_if(
        groups, [&](const Group& g) { return g.size() >= fewest_cells(planned.claim); })));
  }
  return counts;
}

std::vector<ClaimFinding> judge_claims(const std::vector<matrix::PlannedClaim>& claims,
                                       const std::vector<CellRecord>& records) {
  std::vector<ClaimFinding> findings;
  for (const matrix::PlannedClaim& planned : claims)
    findings.push_back(judge_claim(planned, records));
  return findings;
}

}  // namespace gridlock::verdict
