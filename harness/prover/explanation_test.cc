// Tests that the checker rejects false explanations in a certificate with a valid proof. Each rule
// of harness/checker/explanation.h occurs once.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "harness/facts/certificate.h"
#include "harness/prover/testing/proved.h"
#include "harness/text/rank_list.h"

namespace gridlock::prover::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;
using trace::Op;

// Returns all lists of ranks at fault that the checker accepts for the job.
std::vector<std::string> accepted_faults(const JobBuilder& job) {
  const auto finding = prove(job, job, lasting_peers());
  auto written = certificate(finding.value(), job, job, lasting_peers());
  std::vector<std::string> accepted;
  const auto count = job.snapshot().ranks.size();
  for (unsigned set = 1; set < 1u << count; ++set) {
    std::vector<int> ranks;
    for (unsigned rank = 0; rank < count; ++rank) {
      if ((set >> rank & 1u) != 0) ranks.push_back(static_cast<int>(rank));
    }
    written["finding"]["ranks"] = ranks;
    written["digest"] = certificate_digest(written);
    if (!checker::check(written.dump(), lasting_peers()))
      accepted.push_back(text::rank_list(ranks));
  }
  return accepted;
}

TEST(Explanation, OnlyTheDeadThatOthersWaitForAreAtFault) {
  JobBuilder job(4);
  const int world = job.group("0", {0, 1, 2});
  job.group("1", {0, 1, 2, 3});
  for (int rank : {0, 1}) job.waits(rank, job.collective(rank, world, Op::kAllreduce));
  job.dies(2);
  job.dies(3);
  EXPECT_THAT(accepted_faults(job), ElementsAre("2"));
}

TEST(Explanation, OnlyThoseWithTheRarerListOfMembersAreAtFault) {
  JobBuilder job(3);
  const int most = job.group("1", {0, 1, 2}, {0, 1});
  const int few = job.group("1", {1, 2}, {2});
  for (int rank : {0, 1}) job.waits(rank, job.collective(rank, most, Op::kAllreduce));
  job.waits(2, job.collective(2, few, Op::kAllreduce));
  EXPECT_THAT(accepted_faults(job), ElementsAre("2"));
}

TEST(Explanation, OnlyThoseBesideTheLargestSideAreAtFault) {
  JobBuilder job(4);
  const int world = job.group("0", {0, 1, 2, 3});
  for (int rank : {0, 1, 3}) job.waits(rank, job.collective(rank, world, Op::kAllreduce));
  job.waits(2, job.collective(2, world, Op::kAllgather));
  EXPECT_THAT(accepted_faults(job), ElementsAre("2"));
}

TEST(Explanation, OfTwoSidesTheCompilersIsAtFault) {
  JobBuilder job(2);
  const int world = job.group("0", {0, 1});
  job.waits(0, job.collective(0, world, Op::kAllreduce));
  const auto call = job.collective(1, world, Op::kAllgather);
  job.call(1, call).compiling = true;
  job.waits(1, call);
  EXPECT_THAT(accepted_faults(job), ElementsAre("1"));
  job.call(1, call).compiling = false;
  EXPECT_THAT(accepted_faults(job), ElementsAre("0", "1", "0-1"));
}

TEST(Explanation, OnlyTheAwaitedThatWaitInNoCallAreAtFault) {
  JobBuilder job(3);
  const int world = job.group("0", {0, 1, 2});
  for (int rank : {0, 1}) job.waits(rank, job.collective(rank, world, Op::kAllreduce));
  job.idles(2);
  EXPECT_THAT(accepted_faults(job), ElementsAre("2"));
}

TEST(Explanation, OnlyTheFewWhomMostWaitForAreAtFault) {
  JobBuilder job(5);
  const int world = job.group("0", {0, 1, 2}), other = job.group("1", {0, 1, 2});
  const int beyond = job.group("2", {3, 4});
  for (int rank : {0, 2}) job.waits(rank, job.collective(rank, world, Op::kAllreduce));
  job.waits(1, job.collective(1, other, Op::kAllgather));
  const auto one = job.send(3, beyond, 4);
  job.waits(3, one);
  job.waits(4, job.send(4, beyond, 3));
  EXPECT_THAT(accepted_faults(job), ElementsAre("1"));
}

TEST(Explanation, SomeOfThoseWhoWaitForOneAnotherAreAtFault) {
  JobBuilder job(3);
  const int a = job.group("a", {0, 1}), b = job.group("b", {0, 1}), all = job.group("c", {0, 1, 2});
  job.waits(0, job.collective(0, a, Op::kAllreduce));
  job.waits(1, job.collective(1, b, Op::kAllreduce));
  job.waits(2, job.collective(2, all, Op::kAllreduce));
  EXPECT_THAT(accepted_faults(job), UnorderedElementsAre("0", "1", "0-1"));
}

}  // namespace
}  // namespace gridlock::prover::testing
