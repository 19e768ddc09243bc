#include "harness/inspect/record_limits.h"

#include <fmt/format.h>

#include "harness/text/rank_list.h"
#include "harness/trace/layout.h"

namespace gridlock::inspect {

std::span<const RecordLimit> record_limits() {
  using trace::Lost;
  static const RecordLimit kLimits[] = {
      {&Lost::groups,
       fmt::format("created more process groups than gridlock can record ({} groups, {} members in "
                   "all)",
                   trace::kGroups, trace::kMembers),
       "no deadlock of {} can be proved any more"},
      {&Lost::calls,
       fmt::format("more calls in flight than gridlock can record ({})", trace::kCalls),
       "no deadlock of {} can be proved until they complete"},
      {&Lost::keys, fmt::format("set more store keys than gridlock can record ({})", trace::kKeys),
       "a deadlock of {} at a store key can only be reported as likely from now on"}};
  return kLimits;
}

std::string sentence(const RecordLimit& limit, const std::vector<int>& ranks) {
  const bool one = ranks.size() == 1;
  return fmt::format("{} {} {}; {}", text::rank_enumeration(ranks), one ? "has" : "have",
                     limit.excess,
                     fmt::format(fmt::runtime(limit.effect), one ? "this rank" : "these ranks"));
}

std::vector<std::string> exceeded_limits(std::span<const LocalRank> ranks) {
  std::vector<std::string> sentences;
  for (const RecordLimit& limit : record_limits()) {
    std::vector<int> exceeding;
    for (const LocalRank& member : ranks) {
      if (trace::RingReader(member.ring).lost().*limit.lost > 0) exceeding.push_back(member.rank);
    }
    if (!exceeding.empty()) sentences.push_back(sentence(limit, exceeding));
  }
  return sentences;
}

}  // namespace gridlock::inspect
