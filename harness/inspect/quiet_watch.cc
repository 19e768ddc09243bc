#include "harness/inspect/quiet_watch.h"

#include <algorithm>
#include <array>

#include "harness/inspect/facts.h"

namespace gridlock::inspect {
namespace {

using std::chrono::milliseconds;

// Times of the checks after the first one, since the last event. Several are within two seconds, so
// that a likely finding is confirmed in time. Further checks follow at intervals of kBetween.
constexpr std::array kLaterChecks = {milliseconds(300), milliseconds(800), milliseconds(1600),
                                     milliseconds(3000)};
constexpr milliseconds kBetween{2500};

bool is_blocked(const LocalRank& member) {
  return member.exited || trace::RingReader(member.ring).waits();
}

}  // namespace

QuietWatch::Clock::time_point QuietWatch::next_check() const {
  if (checks_ == 0) return since_ + first_check_;
  const std::size_t later = checks_ - 1;
  if (later < kLaterChecks.size()) return since_ + kLaterChecks[later];
  return since_ + kLaterChecks.back() + kBetween * static_cast<int>(checks_ - kLaterChecks.size());
}

bool QuietWatch::is_due(const std::vector<LocalRank>& ranks, Clock::time_point now) {
  const std::uint64_t events = events_of(ranks);
  if (events != events_ || since_ == Clock::time_point{}) {
    events_ = events;
    since_ = now;
    checks_ = 0;
  }
  if (now < next_check() || std::ranges::none_of(ranks, is_blocked)) return false;
  while (next_check() <= now) ++checks_;
  return true;
}

}  // namespace gridlock::inspect
