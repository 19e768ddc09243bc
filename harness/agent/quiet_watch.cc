#include "harness/agent/quiet_watch.h"

#include <algorithm>

#include "harness/agent/facts.h"

namespace gridlock::agent {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kFirst{100};
constexpr milliseconds kMost{3000};

bool is_blocked(const Member& member) {
  const trace::RingReader reader(member.ring);
  return member.exited || reader.blocked_threads() > 0;
}

}  // namespace

bool QuietWatch::is_due(const std::vector<Member>& members, Clock::time_point now) {
  const std::uint64_t events = events_of(members);
  if (events != events_ || since_ == Clock::time_point{}) {
    events_ = events;
    since_ = now;
    wait_ = kFirst;
  }
  if (now - since_ < wait_ || std::ranges::none_of(members, is_blocked)) return false;
  wait_ = now - since_ + std::min<Clock::duration>(2 * wait_, kMost);
  return true;
}

}  // namespace gridlock::agent
