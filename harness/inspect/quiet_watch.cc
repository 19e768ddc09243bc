#include "harness/inspect/quiet_watch.h"

#include <algorithm>
#include <array>

#include "harness/inspect/facts.h"

namespace gridlock::inspect {
namespace {

using std::chrono::milliseconds;

// The times of later looks at a rank that stays quiet: several within two seconds, so that a likely
// finding is confirmed in time. Further looks follow at the interval kBetween.
constexpr std::array kLaterLooks = {milliseconds(300), milliseconds(800), milliseconds(1600),
                                    milliseconds(3000)};
constexpr milliseconds kBetween{2500};

bool is_blocked(const LocalRank& member) {
  return member.exited || trace::RingReader(member.ring).waits();
}

}  // namespace

QuietWatch::Clock::time_point QuietWatch::next_look() const {
  if (looks_ == 0) return since_ + first_look_;
  const std::size_t later = looks_ - 1;
  if (later < kLaterLooks.size()) return since_ + kLaterLooks[later];
  return since_ + kLaterLooks.back() + kBetween * static_cast<int>(looks_ - kLaterLooks.size());
}

bool QuietWatch::is_due(const std::vector<LocalRank>& ranks, Clock::time_point now) {
  const std::uint64_t events = events_of(ranks);
  if (events != events_ || since_ == Clock::time_point{}) {
    events_ = events;
    since_ = now;
    looks_ = 0;
  }
  if (now < next_look() || std::ranges::none_of(ranks, is_blocked)) return false;
  while (next_look() <= now) ++looks_;
  return true;
}

}  // namespace gridlock::inspect
