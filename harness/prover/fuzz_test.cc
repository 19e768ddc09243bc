// Damages the facts and certificates of random programs. Nothing may crash, contradictory facts
// must prove nothing, and prover and checker must agree. The generator is seeded, so each run does
// the same damage.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>
#include <stdexcept>

#include "harness/checker/checker.h"
#include "harness/facts/certificate.h"
#include "harness/facts/facts_json.h"
#include "harness/prover/certificate.h"
#include "harness/prover/index.h"
#include "harness/prover/prover.h"
#include "harness/prover/testing/mutations.h"
#include "harness/prover/testing/random_program.h"
#include "harness/prover/testing/state_space.h"
#include "harness/prover/testing/tables.h"
#include "harness/prover/unchanged.h"
#include "harness/text/rank_list.h"
#include "harness/text/test_effort.h"

namespace gridlock::prover::testing {
namespace {

using nlohmann::json;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kPrograms = 60;  // sanitizers are 20 times slower, and few programs are enough
#else
constexpr int kPrograms = 600;
#endif
constexpr int kDamages = 6;  // damaged copies of each state
constexpr std::size_t kMostStates = 200;

const Semantics& semantics() {
  static const Semantics table{{"model", lasting_peers().at("gloo")}};
  return table;
}

// Returns a random state of a random program.
Snapshot random_snapshot(std::mt19937& random) {
  while (true) {
    const bool others = random() % 2 == 0;
    const Program program = random_program(random, {.streams = others, .others = others});
    const Model model(program, semantics().at("model"));
    const auto states = explore(model, kMostStates);
    if (!states.empty()) return model.snapshot(states[random() % states.size()].state);
  }
}

// Returns the snapshot of a random program in which ranks are stuck.
Snapshot random_deadlock(std::mt19937& random) {
  while (true) {
    Snapshot snapshot = random_snapshot(random);
    if (prove(snapshot, snapshot, semantics())) return snapshot;
  }
}

json certificate_of(const Snapshot& snapshot) {
  const auto finding = prove(snapshot, snapshot, semantics());
  return certificate(finding.value(), snapshot, snapshot, semantics());
}

std::vector<bool> stuck_ranks(const Snapshot& first, const Snapshot& second) {
  std::vector<bool> ranks(second.ranks.size());
  if (const auto finding = prove(first, second, semantics())) {
    const json proof = certificate(*finding, first, second, semantics());
    for (const int rank : text::parse_rank_list(proof.at("ranks").get<std::string>())) {
      ranks.at(static_cast<std::size_t>(rank)) = true;
    }
  }
  return ranks;
}

// Expects that a proof from damaged facts is only about ranks with consistent facts, and that the
// checker accepts the proof.
void expect_founded(const Snapshot& first, const Snapshot& second) {
  const auto finding = prove(first, second, semantics());
  find_stall(second, semantics());
  find_desync(second, semantics());
  if (!finding) return;
  const Index index(second, semantics());
  const std::vector<bool> same = unchanged(first, second);
  for (const Blocked& blocked : finding->blocked) {
    const RankFacts& facts = index.facts(blocked.rank);
    EXPECT_TRUE(same.at(static_cast<std::size_t>(blocked.rank)));
    EXPECT_TRUE(facts.alive && !facts.stopped && !facts.incomplete);
    EXPECT_FALSE(index.garbled(blocked.rank));
  }
  const std::string text = certificate(*finding, first, second, semantics()).dump();
  EXPECT_EQ(checker::check(text, semantics()), std::nullopt) << text;
}

TEST(Fuzz, DamagedFactsAreRefusedWithAReasonOrJudgedSoundly) {
  std::mt19937 random(1);
  int refused = 0, judged = 0;
  for (int program = 0; program < kPrograms; ++program) {
    const Snapshot good = random_snapshot(random);
    const json written = to_json(good);
    for (int damage = 0; damage < kDamages; ++damage) {
      Snapshot bad;
      try {
        bad = snapshot_from_json(mutated(written, random));
      } catch (const std::runtime_error& error) {
        EXPECT_STRNE(error.what(), "");
        ++refused;
        continue;
      }
      expect_founded(bad, bad);
      expect_founded(good, bad);
      ++judged;
    }
  }
  EXPECT_GT(refused, kPrograms / 10);
  EXPECT_GT(judged, kPrograms / 10);
}

// The digest matches the damaged certificate, so the checker must find the damage itself.
TEST(Fuzz, ADamagedCertificateIsRejectedOrStillProvesWhatItClaims) {
  std::mt19937 random(2);
  int rejected = 0, accepted = 0;
  for (int program = 0; program < kPrograms / 20; ++program) {
    const json good = certificate_of(random_deadlock(random));
    for (int damage = 0; damage < 5 * kDamages; ++damage) {
      json bad = mutated(good, random);
      if (!bad.is_object() || bad == good) continue;
      bad["digest"] = certificate_digest(bad);
      if (checker::check(bad.dump(), semantics())) {
        ++rejected;
        continue;
      }
      ++accepted;
      const auto proved =
          stuck_ranks(snapshot_from_json(bad["first"]), snapshot_from_json(bad["second"]));
      for (const int rank : text::parse_rank_list(bad["ranks"].get<std::string>())) {
        EXPECT_TRUE(proved.at(static_cast<std::size_t>(rank))) << bad.dump();
      }
    }
  }
  EXPECT_GT(rejected, kPrograms / 10);
  EXPECT_GT(accepted, 0);
}

bool is_subset(const json& some, const json& all) {
  auto few = some.get<std::vector<int>>(), many = all.get<std::vector<int>>();
  std::ranges::sort(few);
  std::ranges::sort(many);
  return std::ranges::includes(many, few);
}

// If equally many ranks wait on each side, the checker accepts any of these ranks as the ranks at
// fault.
TEST(Fuzz, ACertificateThatExplainsItsProofWronglyIsRejected) {
  std::mt19937 random(4);
  int open = 0, at_fault = 0;
  for (int program = 0; program < effort(kPrograms); ++program) {
    const json good = certificate_of(random_deadlock(random));
    for (const char* field : kExplanations) {
      const json bad = misstated(good, field, random);
      const auto objection = checker::check(bad.dump(), semantics());
      const json &said = bad["finding"]["ranks"], &found = good["finding"]["ranks"];
      at_fault += said != found;
      if (objection) continue;
      EXPECT_STREQ(field, "ranks") << bad;
      EXPECT_TRUE(is_subset(said, found)) << bad;
      ++open;
    }
  }
  EXPECT_LT(open, at_fault / 2);
  RecordProperty("open", open);
}

TEST(Fuzz, DamagedTextIsNoCertificate) {
  std::mt19937 random(3);
  const json good = certificate_of(random_deadlock(random));
  const std::string text = good.dump();
  for (std::size_t length = 0; length < text.size(); ++length) {
    ASSERT_NE(checker::check(text.substr(0, length), semantics()), std::nullopt) << length;
  }
  for (int round = 0; round < kPrograms; ++round) {
    std::string bad = text;
    for (unsigned bytes = 1 + random() % 3; bytes > 0; --bytes) {
      bad[random() % bad.size()] = static_cast<char>(random());
    }
    if (json::parse(bad, nullptr, false) == good) continue;
    EXPECT_NE(checker::check(bad, semantics()), std::nullopt) << bad;
  }
}

}  // namespace
}  // namespace gridlock::prover::testing
