#include "harness/exec/record_limits.h"

#include "harness/inspect/record_limits.h"

namespace gridlock::exec {

std::vector<std::string> new_limits(Job& job) {
  std::vector<std::string> sentences;
  for (const inspect::LocalRank& member : job.members) {
    const trace::Lost lost = trace::RingReader(member.ring).lost();
    if (lost == trace::Lost{}) continue;
    trace::Lost& reported = job.lost[member.rank];
    for (const inspect::RecordLimit& limit : inspect::record_limits()) {
      const bool is_new = lost.*limit.lost > 0 && reported.*limit.lost == 0;
      if (!is_new) continue;
      sentences.push_back(inspect::sentence(limit, {member.rank}));
      reported.*limit.lost = lost.*limit.lost;
    }
  }
  return sentences;
}

}  // namespace gridlock::exec
