// Runs random training loops in which one rank skips calls or makes extra ones. The tests count
// which rank is named, print the rates, and set a bound for each rate. They run 2,000 loops of each
// kind; GRIDLOCK_PROGRAMS sets another number.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "harness/prover/prover.h"
#include "harness/prover/testing/loops.h"

namespace gridlock::prover::testing {
namespace {

using trace::Op;

constexpr int kLoops = 2'000;
constexpr int kNoSite = 1 << 20;

struct Kind {
  const char* name;
  bool sites = true;        // false: no call site is known
  bool by_rank = false;     // some sites legitimately differ between ranks
  bool messages = false;    // point-to-point calls in between
  bool groups = false;      // two groups of all ranks
  bool irregular = false;   // all ranks evaluate after step 1 and every third step from there
  bool short_logs = false;  // logs contain little more than one step
  bool ahead = false;       // hosts run ahead of their devices
  // Bounds for rates: of right results in loops of two ranks, and of wrong results in all loops.
  double least_right = 0.995, most_wrong = 0;
};

int random_below(std::mt19937& random, int bound) {
  return static_cast<int>(random() % static_cast<unsigned>(bound));
}

LoopCall random_call(std::mt19937& random, const Kind& kind, std::uint64_t site) {
  constexpr Op kOps[] = {Op::kAllreduce, Op::kAllgatherBase, Op::kReduceScatterBase};
  constexpr std::uint64_t kCounts[] = {1, 64, 1024, 65536};
  LoopCall call{kOps[random() % 3], kind.groups ? random_below(random, 2) : 0,
                kCounts[random() % 4], site};
  if (kind.messages && random() % 4 == 0) call.op = Op::kSend;
  return call;
}

LoopCalls random_step(std::mt19937& random, const Kind& kind, std::uint64_t first_site) {
  LoopCalls step;
  const int calls = 3 + random_below(random, 18);
  while (static_cast<int>(step.size()) < calls) {
    const LoopCall call = random_call(random, kind, first_site + step.size());
    // A layer makes its calls from one call site, sometimes several times.
    const int times = random() % 5 == 0 ? 2 + random_below(random, 4) : 1;
    step = step + repeat({call}, times);
  }
  return step;
}

struct Loop {
  std::vector<LoopCalls> ranks;
  int faulty = 0;
};

LoopCalls whole_program(std::mt19937& random, const Kind& kind, const LoopCalls& step,
                        std::size_t& first, std::size_t& last) {
  LoopCalls first_step = step;
  if (random() % 2 == 0) first_step = random_step(random, kind, 500) + step;
  const LoopCalls evaluation = random_step(random, kind, 300);
  LoopCalls program = first_step;
  const int culprit_step = 2 + random_below(random, 5);
  for (int i = 1; i < 14; ++i) {
    if (i == culprit_step) first = program.size();
    program = program + step;
    if (i == culprit_step) last = program.size();
    if (kind.irregular && i % 3 == 1) program = program + evaluation;
  }
  return program;
}

bool is_message(const LoopCall& call) {
  return call.op == Op::kSend;
}

// Removes up to four consecutive calls, inserts a call that no step has, or repeats a call of the
// step.
void change(std::mt19937& random, const Kind& kind, std::size_t first, std::size_t last,
            LoopCalls& program) {
  const auto at = program.begin() + static_cast<std::ptrdiff_t>(first + random() % (last - first));
  const auto again = program[first + random() % (last - first)];
  const int way = random_below(random, 3);
  if (way == 0) {
    const auto left = program.begin() + static_cast<std::ptrdiff_t>(last) - at;
    program.erase(at, at + std::min<std::ptrdiff_t>(left, 1 + random_below(random, 4)));
    return;
  }
  LoopCall more = way == 1 ? random_call(random, kind, 900) : again;
  if (is_message(more)) more.op = Op::kAllreduce;
  program.insert(at, more);
}

Loop random_loop(std::mt19937& random, const Kind& kind) {
  const LoopCalls step = random_step(random, kind, 100);
  std::size_t first = 0, last = 0;
  const LoopCalls program = whole_program(random, kind, step, first, last);
  Loop loop{std::vector<LoopCalls>(2 + random() % 3, program), 0};
  loop.faulty = random_below(random, static_cast<int>(loop.ranks.size()));
  change(random, kind, first, last, loop.ranks[static_cast<std::size_t>(loop.faulty)]);
  for (std::size_t rank = 0; rank < loop.ranks.size(); ++rank) {
    for (LoopCall& call : loop.ranks[rank]) {
      if (!kind.sites) call.site = 0;
      if (kind.by_rank && call.site % 4 == 1) call.site += kNoSite * (rank + 1);
    }
  }
  return loop;
}

struct Tally {
  int right = 0;    // names only the faulty rank
  int several = 0;  // names the faulty rank and others
  int wrong = 0;    // names only others
  int ended = 0, nothing = 0;
  int pairs = 0, pairs_right = 0;  // counts of loops with two ranks
};

void count(const Loop& loop, const BlockedJob& stuck, Tally& tally) {
  static const Semantics semantics = undefined_mismatches();
  auto finding = find_desync(stuck.job, semantics);
  if (!finding) finding = prove(stuck.job, stuck.job, semantics);
  // A call of another step can make up for a skipped call. Then no rank hangs, but some rank ends
  // before the others.
  tally.ended += !finding && stuck.ended;
  tally.nothing += !finding && !stuck.ended;
  if (!finding) return;
  const bool named = std::ranges::count(finding->at_fault, loop.faulty) > 0;
  const bool alone = named && finding->at_fault.size() == 1;
  const bool pair = loop.ranks.size() == 2;
  tally.right += alone;
  tally.wrong += !named;
  tally.several += named && !alone;
  tally.pairs += pair;
  tally.pairs_right += pair && alone;
}

class RandomLoops : public ::testing::TestWithParam<Kind> {};

TEST_P(RandomLoops, NameTheRankThatLeftOutACallOrMadeOneMore) {
  const char* wanted = std::getenv("GRIDLOCK_PROGRAMS");
  const int loops = wanted != nullptr ? std::atoi(wanted) : kLoops;
  std::mt19937 random(17);
  const Kind& kind = GetParam();
  Tally tally;
  for (int i = 0; i < loops; ++i) {
    const Loop loop = random_loop(random, kind);
    std::vector<int> all;
    for (int rank = 0; rank < static_cast<int>(loop.ranks.size()); ++rank) all.push_back(rank);
    const std::size_t log = kind.short_logs ? loop.ranks[0].size() / 6 + random() % 10 : 256;
    const auto ahead = kind.ahead && !kind.groups ? random() % 12 : 0;
    count(loop, run({all, all}, loop.ranks, ahead, log), tally);
  }
  std::printf("%-20s right %4d, several %3d, wrong %d, ended %3d; of two ranks %d of %d\n",
              kind.name, tally.right, tally.several, tally.wrong, tally.ended, tally.pairs_right,
              tally.pairs);
  EXPECT_EQ(tally.nothing, 0);
  EXPECT_LT(tally.ended, loops / 8);
  EXPECT_LE(tally.wrong, kind.most_wrong * loops);
  EXPECT_GE(tally.pairs_right, kind.least_right * tally.pairs);
}

// The undecided and wrong cases are about the number of iterations of a loop. When the log contains
// the end of a loop for the first time, an extra or missing iteration looks like a step that ends
// differently.
INSTANTIATE_TEST_SUITE_P(
    Kinds, RandomLoops,
    ::testing::Values(
        Kind{.name = "Plain"}, Kind{.name = "PlacesByRank", .by_rank = true},
        Kind{.name = "Messages", .messages = true}, Kind{.name = "ShortLogs", .short_logs = true},
        Kind{.name = "HostsAhead", .ahead = true}, Kind{.name = "NoSites", .sites = false},
        Kind{.name = "TwoGroups", .groups = true, .least_right = 0.97},
        Kind{.name = "Evaluation", .irregular = true, .least_right = 0.94, .most_wrong = 0.002},
        Kind{.name = "Everything",
             .by_rank = true,
             .messages = true,
             .groups = true,
             .irregular = true,
             .least_right = 0.85,
             .most_wrong = 0.004},
        Kind{.name = "EverythingNoSites",
             .sites = false,
             .messages = true,
             .groups = true,
             .irregular = true,
             .least_right = 0.75,
             .most_wrong = 0.006}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace gridlock::prover::testing
