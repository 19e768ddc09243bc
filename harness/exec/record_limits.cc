#include "harness/exec/record_limits.h"

#include <fmt/format.h>

#include "harness/trace/layout.h"
#include "harness/trace/ring.h"

namespace gridlock::exec {

std::vector<std::string> new_limits(Job& job) {
  std::vector<std::string> sentences;
  for (const inspect::LocalRank& member : job.members) {
    const trace::Lost lost = trace::RingReader(member.ring).lost();
    if (lost == trace::Lost{}) continue;
    trace::Lost& reported = job.lost[member.rank];
    const auto add = [&](std::uint64_t now, std::uint64_t& before, const std::string& what) {
      if (now > 0 && before == 0) {
        sentences.push_back(fmt::format("rank {} has {}", member.rank, what));
        before = now;
      }
    };
    add(lost.groups, reported.groups,
        fmt::format("created more process groups than gridlock can record ({} groups, {} members "
                    "in all); no deadlock of this rank can be proved any more",
                    trace::kGroups, trace::kMembers));
    add(lost.calls, reported.calls,
        fmt::format("more calls in flight than gridlock can record ({}); no deadlock of this rank "
                    "can be proved until they complete",
                    trace::kCalls));
    add(lost.keys, reported.keys,
        fmt::format("set more store keys than gridlock can record ({}); a deadlock at a store key "
                    "can only be reported as likely from now on",
                    trace::kKeys));
  }
  return sentences;
}

}  // namespace gridlock::exec
