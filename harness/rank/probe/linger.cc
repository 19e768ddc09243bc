#include "harness/rank/probe/linger.h"

#include <chrono>
#include <random>
#include <thread>

namespace gridlock::probe {
namespace {

using std::chrono::microseconds;

// One in kOneIn calls of linger() sleeps. Most of these sleeps last about as long as a collective.
// One in kOneOfTheseIn is longer than a quiet window.
constexpr unsigned kOneIn = 64;
constexpr unsigned kOneOfTheseIn = 32;
constexpr microseconds kShort{1'000};
constexpr microseconds kLong{30'000};

std::atomic<std::uint64_t> next_seed = 0;

microseconds up_to(microseconds most, std::minstd_rand& random) {
  return microseconds(random() % static_cast<unsigned>(most.count()));
}

}  // namespace

void start_lingering(std::uint64_t seed) {
  next_seed = seed;
  lingering = true;
}

void sleep_at_random() {
  thread_local std::minstd_rand random(
      static_cast<unsigned>(next_seed.fetch_add(7919) % 1'000'003));
  if (random() % kOneIn != 0) return;
  const bool is_long = random() % kOneOfTheseIn == 0;
  std::this_thread::sleep_for(up_to(is_long ? kLong : kShort, random));
}

}  // namespace gridlock::probe
