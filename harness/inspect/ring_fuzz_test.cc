// Reads rings that a rank has filled with nonsense. Reading must never crash the agent, and
// contradictory records must prove nothing. The generator is seeded, so each run uses the same
// nonsense.
#include <gtest/gtest.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <random>
#include <span>
#include <stdexcept>
#include <thread>

#include "harness/checker/checker.h"
#include "harness/facts/facts_json.h"
#include "harness/inspect/facts.h"
#include "harness/inspect/quiet_watch.h"
#include "harness/prover/certificate.h"
#include "harness/prover/index.h"
#include "harness/prover/prover.h"
#include "harness/trace/describe.h"
#include "harness/trace/phase.h"

namespace gridlock::inspect {
namespace {

using facts::RankFacts;
using facts::Snapshot;
using trace::Word;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kRounds = 150;  // with sanitizers, a round takes 20 times as long
#else
constexpr int kRounds = 1500;
#endif

std::span<Word> words_of(const trace::Ring& ring) {
  return {reinterpret_cast<Word*>(&ring.layout()), sizeof(trace::Layout) / sizeof(Word)};
}

// Returns a plausible value, because plausible nonsense finds more errors than noise.
std::uint64_t nonsense(std::mt19937_64& random) {
  const std::uint64_t values[] = {0,
                                  1,
                                  random() % 8,
                                  random() % 2000,
                                  0x7FFFFFFF,
                                  0x80000000,
                                  ~std::uint64_t{0},
                                  random(),
                                  random() << 32 | random() % 8};
  return values[random() % std::size(values)];
}

// The rings of three ranks. Ranks 0 and 1 wait for rank 2 in a collective of all ranks. Rank 2
// waits for rank 1 in a collective of ranks 1 and 2.
struct Rings {
  Rings() {
    for (int rank = 0; rank < 3; ++rank) {
      members.push_back(member(rank));
      trace::RingWriter own(members.back().ring);
      own.thread_started(static_cast<std::uint64_t>(gettid()), "python3.11");
      own.add_group({{"0", "default_pg", {0, 1, 2}, 0, "gloo"}});
      if (rank > 0) own.add_group({{"1", "pair", {1, 2}, 0, "gloo"}});
      own.key_set(17);
      own.add_site(5, "train.py:45");
      own.complete(own.issue(all_reduce(0)), false);
      wait_for(own, own.issue(all_reduce(rank == 2 ? 1 : 0)));
    }
  }
  static LocalRank member(int rank) {
    return LocalRank{.rank = rank, .pid = getpid(), .ring = trace::Ring::create()};
  }
  static trace::Record all_reduce(std::uint32_t group) {
    trace::Record record;
    record.op = static_cast<std::uint16_t>(trace::Op::kAllreduce);
    record.group = group;
    record.count = 64;
    record.site = 5;
    return record;
  }
  static void wait_for(trace::RingWriter& own, trace::CallHandle call) {
    trace::Record wait;
    wait.kind = trace::Kind::kWait;
    wait.call = call.call;
    own.block(wait);
  }
  // Returns a snapshot. Each rank is a process with one thread, and this thread wrote the ring.
  Snapshot snapshot() const {
    const KernelThread only{.id = gettid(), .name = "rank", .state = 'S', .system_call = {}};
    return {facts_of(members, [&](pid_t) { return std::vector{only}; })};
  }
  // Calls all other functions that the agent uses to read rings.
  void read_all() const {
    last_event_ns(members);
    QuietWatch().is_due(members, QuietWatch::Clock::now());
    for (const LocalRank& member : members) {
      const trace::RingReader reader(member.ring);
      if (const auto state = reader.main_state()) trace::describe_phase(*state);
      const trace::Names names = trace::names_of(reader);
      for (const auto& lane : reader.snapshot()) {
        for (const trace::Record& record : lane.log) trace::describe(record, names);
      }
    }
  }

  std::vector<LocalRank> members;
};

// Returns the facts as the controller receives them, after conversion to JSON and back. Unreadable
// facts become unknown.
Snapshot sent(const Snapshot& snapshot) {
  Snapshot result;
  for (const RankFacts& facts : snapshot.ranks) {
    const std::string text =
        facts::to_json(facts).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    try {
      result.ranks.push_back(facts::rank_facts_from_json(nlohmann::json::parse(text)));
    } catch (const std::runtime_error&) {
      RankFacts unknown;
      unknown.rank = facts.rank;
      unknown.incomplete = true;
      result.ranks.push_back(unknown);
    }
  }
  return result;
}

std::optional<facts::Finding> judge(const Snapshot& snapshot) {
  const auto& semantics = facts::measured_semantics();
  prover::find_stall(snapshot, semantics);
  prover::find_desync(snapshot, semantics);
  return prover::prove(snapshot, snapshot, semantics);
}

// Expects that a proof uses only consistent facts, and that the checker accepts the proof.
void expect_founded(const std::optional<facts::Finding>& finding, const Snapshot& snapshot) {
  if (!finding) return;
  const auto& semantics = facts::measured_semantics();
  const prover::Index index(snapshot, semantics);
  for (const facts::Blocked& blocked : finding->blocked) {
    EXPECT_FALSE(index.garbled(blocked.rank));
    EXPECT_FALSE(index.facts(blocked.rank).incomplete);
  }
  const std::string text = prover::certificate(*finding, snapshot, snapshot, semantics).dump();
  EXPECT_EQ(checker::check(text, semantics), std::nullopt) << text;
}

TEST(RingFuzz, UntouchedRingsShowTheDeadlock) {
  const Snapshot snapshot = sent(Rings().snapshot());
  ASSERT_TRUE(judge(snapshot));
  expect_founded(judge(snapshot), snapshot);
}

TEST(RingFuzz, ARingFullOfNonsenseProvesNothing) {
  std::mt19937_64 random(1);
  for (int round = 0; round < kRounds / 50; ++round) {
    const Rings rings;
    for (Word& word : words_of(rings.members[random() % 3].ring)) word = nonsense(random);
    rings.read_all();
    EXPECT_FALSE(judge(sent(rings.snapshot()))) << "round " << round;
  }
}

TEST(RingFuzz, CorruptWordsCrashNothingAndContradictionsProveNothing) {
  const Rings rings;
  std::mt19937_64 random(2);
  int proved = 0;
  for (int round = 0; round < kRounds; ++round) {
    const std::span<Word> words = words_of(rings.members[random() % 3].ring);
    std::vector<std::pair<std::size_t, std::uint64_t>> before;
    for (std::uint64_t corrupt = 1 + random() % 3; corrupt > 0; --corrupt) {
      std::size_t at = random() % words.size();
      // In most cases, chooses a word that is in use.
      while (random() % 32 != 0 && words[at] == 0) at = (at + 1) % words.size();
      before.emplace_back(at, words[at].exchange(nonsense(random)));
    }
    rings.read_all();
    const Snapshot snapshot = sent(rings.snapshot());
    const auto finding = judge(snapshot);
    expect_founded(finding, snapshot);
    proved += finding.has_value();
    for (auto word = before.rbegin(); word != before.rend(); ++word)
      words[word->first] = word->second;
  }
  EXPECT_GT(proved, 0);
  EXPECT_LT(proved, kRounds);
}

TEST(RingFuzz, ARankMayScribbleWhileItIsRead) {
  const Rings rings;
  std::jthread scribbler([&](const std::stop_token& stop) {
    std::mt19937_64 random(3);
    const std::span<Word> words = words_of(rings.members[1].ring);
    while (!stop.stop_requested()) words[random() % words.size()] = nonsense(random);
  });
  for (int round = 0; round < kRounds / 100; ++round) {
    rings.read_all();
    judge(sent(rings.snapshot()));
  }
}

}  // namespace
}  // namespace gridlock::inspect
