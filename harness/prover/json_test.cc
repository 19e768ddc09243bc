// Tests the JSON of snapshots, certificates and tables, and the errors for malformed JSON.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <stdexcept>

#include "harness/checker/checker.h"
#include "harness/facts/certificate.h"
#include "harness/facts/facts_json.h"
#include "harness/prover/certificate.h"
#include "harness/prover/prover.h"
#include "harness/prover/testing/builder.h"
#include "harness/prover/testing/mutations.h"
#include "harness/prover/testing/tables.h"

namespace gridlock::prover::testing {
namespace {

using nlohmann::json;
using trace::Op;

constexpr int kMutations = 1500;

json certificate_of(const JobBuilder& job) {
  const auto finding = prove(job, job, lasting_peers());
  return certificate(finding.value(), job, job, lasting_peers());
}

// Checks a certificate after giving it a matching digest, so that the checker must find the false
// statement itself.
std::optional<std::string> check_signed(json certificate) {
  certificate["digest"] = certificate_digest(certificate);
  return checker::check(certificate.dump(), lasting_peers());
}

TEST(FactsJson, WhatIsWrittenIsReadBack) {
  const json written = to_json(deadlocked_job().snapshot());
  EXPECT_EQ(to_json(snapshot_from_json(written)), written);
  EXPECT_EQ(written["ranks"][0]["groups"][0]["members"], "0-3");
  EXPECT_EQ(written["ranks"][3]["threads"][0]["wait"]["on"], "call");
}

TEST(FactsJson, NamesWhatIsWrong) {
  json snapshot = to_json(deadlocked_job().snapshot());
  snapshot["ranks"][2]["open"][0]["seq"] = "two";
  try {
    snapshot_from_json(snapshot);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "in ranks[2].open[0]: field 'seq' should be a whole number");
  }
}

TEST(FactsJson, RefusesWhatIsOutOfRangeOrUnknown) {
  const auto refused = [](const char* text) {
    EXPECT_THROW(rank_facts_from_json(json::parse(text)), std::runtime_error) << text;
  };
  refused("[]");
  refused(R"({"rank": 3000000000})");
  refused(R"({"rank": 0, "events": -1})");
  refused(R"({"rank": 0, "color": "red"})");
  refused(R"({"rank": 0, "threads": [{"state": "asleep"}]})");
  refused(R"({"rank": 0, "groups": [{"members": "0-99999999"}]})");
  EXPECT_THROW(snapshot_from_json(json::parse(R"({"ranks": [{"rank": 1}]})")), std::runtime_error);
}

TEST(FactsJson, GarbageIsRefusedOrHarmless) {
  const json good = to_json(deadlocked_job().snapshot());
  std::mt19937 random(1);
  int read = 0;
  for (int i = 0; i < kMutations; ++i) {
    try {
      const Snapshot snapshot = snapshot_from_json(mutated(good, random));
      prove(snapshot, snapshot, lasting_peers());
      find_stall(snapshot, lasting_peers());
      find_desync(snapshot, lasting_peers());
      ++read;
    } catch (const std::runtime_error&) {
    }
  }
  EXPECT_GT(read, kMutations / 10);
  EXPECT_LT(read, kMutations);
}

TEST(Certificate, IsAcceptedAsItIs) {
  EXPECT_EQ(checker::check(certificate_of(deadlocked_job()).dump(), lasting_peers()), std::nullopt);
}

TEST(Certificate, IsRejectedOnceAnythingIsChanged) {
  const json good = certificate_of(deadlocked_job());
  std::mt19937 random(2);
  int changed = 0;
  for (int i = 0; i < kMutations; ++i) {
    const json bad = mutated(good, random);
    if (bad == good) continue;
    ++changed;
    EXPECT_NE(checker::check(bad.dump(), lasting_peers()), std::nullopt) << bad.dump();
  }
  EXPECT_GT(changed, kMutations / 2);
}

TEST(Certificate, MutationsWithAnHonestDigestNeverCrashTheChecker) {
  const json good = certificate_of(deadlocked_job());
  std::mt19937 random(3);
  int rejected = 0;
  for (int i = 0; i < kMutations; ++i) {
    json bad = mutated(good, random);
    if (!bad.is_object()) continue;
    rejected += check_signed(std::move(bad)).has_value();
  }
  EXPECT_GT(rejected, kMutations / 10);
}

// Each false statement has a matching digest, so the checker must find the statement itself.
TEST(Certificate, LiesAreFound) {
  const json good = certificate_of(deadlocked_job());
  const auto reason = [&](auto lie) {
    json bad = good;
    lie(bad);
    return check_signed(bad).value_or("accepted");
  };
  EXPECT_EQ(reason([](json&) {}), "accepted");
  EXPECT_EQ(reason([](json& c) { c["second"]["ranks"][1]["events"] = 99; }),
            "rank 1: it recorded events between the snapshots");
  EXPECT_EQ(reason([](json& c) { c["second"]["ranks"][1]["threads"][0]["state"] = "running"; }),
            "rank 1: a thread changed its state");
  EXPECT_EQ(reason([](json& c) {
              for (const char* which : {"first", "second"}) {
                c[which]["ranks"][1]["threads"][0]["wait"]["gives_up_ms"] = 5;
              }
            }),
            "rank 1: a wait soon times out");
  EXPECT_EQ(reason([](json& c) {
              json& groups = c["second"]["ranks"][1]["groups"];
              groups.push_back(groups[0]);
            }),
            "rank 1: its facts list a group twice");
  EXPECT_EQ(reason([](json& c) { c["second"]["ranks"][1]["groups"][0]["members"] = "0,2"; }),
            "rank 1: its facts list a group without this rank");
  EXPECT_EQ(reason([](json& c) {
              json& threads = c["second"]["ranks"][1]["threads"];
              threads.push_back(threads[0]);
            }),
            "rank 1: its threads changed");
  EXPECT_EQ(reason([](json& c) { c["second"]["ranks"][2]["threads"][1]["switches"] = 5; }),
            "rank 2: a thread that was asleep ran");
  EXPECT_EQ(reason([](json& c) {
              for (const char* which : {"first", "second"}) c[which]["ranks"][3]["stopped"] = true;
            }),
            "rank 3: it is stopped and may be continued");
  EXPECT_EQ(reason([](json& c) { c["ranks"] = "0-2"; }),
            "rank 3 may still make a call that others wait for");
  EXPECT_EQ(reason([](json& c) { c["calls"].erase(0); }),
            "rank 0: the call that it waits for may complete");
  EXPECT_EQ(reason([](json& c) { c["finding"]["verdict"] = "stall"; }),
            "the file is not the certificate of a deadlock");
  EXPECT_EQ(reason([](json& c) { c["finding"]["proved"] = false; }),
            "the file is not the certificate of a deadlock");
  EXPECT_EQ(reason([](json& c) { c["finding"]["ranks"] = {0}; }),
            "finding.ranks names rank 0, but the facts name some of ranks 1, 3: they wait for one "
            "another");
  EXPECT_EQ(reason([](json& c) { c["reasons"][0]["waits_for"] = "1"; }),
            "thread 100 of rank 0 waits for ranks 1, 3, not for rank 1");
  EXPECT_EQ(reason([](json& c) { c["finding"]["waiting_for"]["0"] = {2}; }),
            "finding.waiting_for names rank 2 for rank 0, but the reasons name ranks 1, 3");
  EXPECT_EQ(reason([](json& c) { c["reasons"].erase(0); }),
            "thread 100 of rank 0 waits, but the certificate gives no reason");
  EXPECT_EQ(reason([](json& c) { c["reasons"].push_back(c["reasons"][0]); }),
            "a reason is given for thread 100 of rank 0, which is not blocked or not stuck");
  EXPECT_EQ(reason([](json& c) { c["assumptions"].erase(0); }),
            "the proof also assumes that threads of rank 2 sleep until another thread of that rank "
            "wakes them: 301 (watchdog)");
  EXPECT_EQ(reason([](json& c) { c["assumptions"].push_back("all is well"); }),
            "the proof does not assume that all is well");
  EXPECT_EQ(checker::check(good.dump(), {}), "backend 'gloo' is not measured");
  EXPECT_NE(checker::check("{", lasting_peers()), std::nullopt);
}

// The facts of the dead rank contradict themselves, so the checker must not use them as proof that
// the rank never made the call.
TEST(Certificate, FactsOfTheDeadThatContradictThemselvesProveNothing) {
  JobBuilder job(2);
  const int world = job.group("0", {0, 1});
  job.waits(1, job.collective(1, world, Op::kAllreduce));
  job.dies(0);
  json forged = certificate_of(job);
  EXPECT_EQ(check_signed(forged), std::nullopt);
  json& groups = forged["second"]["ranks"][0]["groups"];
  groups[0]["name"] = "9";
  const json again = groups[0];
  groups.push_back(again);
  EXPECT_EQ(check_signed(forged), "rank 0 may still make a call that others wait for");
}

TEST(Semantics, ShippedTablesAreRead) {
  const BackendSemantics& gloo = measured_semantics().at("gloo");
  EXPECT_EQ(gloo.needs.at(Op::kAllreduce), Needs::kAll);
  EXPECT_EQ(gloo.workers, 2);
  EXPECT_FALSE(gloo.issue_returns);
  EXPECT_TRUE(measured_semantics().at("nccl").issue_returns);
}

TEST(Semantics, ErrorsSayWhere) {
  const auto error = [](const char* text) -> std::string {
    try {
      parse_semantics(text);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(error("{"), "backend table: the value should be an object");
  EXPECT_EQ(error(R"({"needs": {"all_reduce": "some"}})"),
            "backend table: in needs: field 'all_reduce' has an unknown word: 'some'");
  EXPECT_EQ(error(R"({"needs": {"dance": "all"}})"),
            "backend table: field 'needs' makes no sense: 'dance' is not an operation");
  EXPECT_EQ(
      error(R"({"needs": {"send": "all"}})"),
      "backend table: field 'needs' makes no sense: send: only send and receive need 'peer', and "
      "they need nothing else");
  EXPECT_EQ(
      error(R"({"different_ops": {"all_reduce": "hang"}})"),
      "backend table: field 'different_ops' makes no sense: 'all_reduce' should have the form "
      "'operation/operation'");
  EXPECT_EQ(
      error(R"({"different_arguments": {"colour of reduce": "hang"}})"),
      "backend table: field 'different_arguments' makes no sense: 'colour' is not an argument");
  EXPECT_EQ(
      error(R"({"different_arguments": {"root": "hang"}})"),
      "backend table: field 'different_arguments' makes no sense: 'root' should have the form "
      "'argument of operation'");
  EXPECT_EQ(error(R"({"workers": 0})"),
            "backend table: field 'workers' makes no sense: it should be a number from 1 to 1024");
  EXPECT_EQ(error(R"({"speed": 1})"), "backend table: unknown field 'speed'");
}

}  // namespace
}  // namespace gridlock::prover::testing
