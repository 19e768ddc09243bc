// Tests waits for store keys: for several keys, of which some are set; who should have set a key;
// and threads that are kept out of the store.
#include <gmock/gmock.h>

#include "harness/prover/key_owner.h"
#include "harness/prover/prover.h"
#include "harness/prover/testing/proved.h"
#include "harness/prover/testing/tables.h"
#include "harness/trace/hash.h"

namespace gridlock::prover::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Optional;
using trace::Op;

StoreKey key_of(const std::string& name) {
  return {trace::hash_of_key(name), name};
}

Wait wait_for(const std::vector<std::string>& names) {
  Wait wait;
  wait.on = Wait::On::kStore;
  for (const std::string& name : names) wait.keys.push_back(key_of(name));
  return wait;
}

// Three ranks that wait for the keys of all ranks, like workers that report their shards.
struct StoreKeys : ::testing::Test {
  StoreKeys() : job(3) {
    for (const int rank : {0, 1, 2}) {
      job.waits(rank, wait_for({"0//shard/0", "0//shard/1", "0//shard/2"}));
    }
  }
  void sets(int rank, const std::string& name) {
    job.rank(rank).keys_set.push_back(trace::hash_of_key(name));
  }
  JobBuilder job;
};

TEST_F(StoreKeys, OneThatIsMissingIsADeadlockAlthoughTheFirstIsSet) {
  sets(0, "0//shard/0");
  sets(2, "0//shard/2");
  const Finding finding = proved(job);
  EXPECT_EQ(finding.cls, Class::kStoreKey);
  EXPECT_THAT(finding.at_fault, ElementsAre(1));
  ASSERT_FALSE(finding.blocked.empty());
  EXPECT_THAT(finding.blocked[0].wait.keys, ElementsAre(key_of("0//shard/1")));
  EXPECT_THAT(finding.blocked[0].waits_for, ElementsAre(1));
  EXPECT_EQ(finding.rule, "It never set the key that ranks 0-2 wait for");
}

TEST_F(StoreKeys, AllSetAreNoDeadlock) {
  for (const int rank : {0, 1, 2}) sets(rank, "0//shard/" + std::to_string(rank));
  EXPECT_FALSE(prove(job, job, lasting_peers()));
  EXPECT_FALSE(find_likely(job, job, lasting_peers()));
}

TEST_F(StoreKeys, ARankThatEndedWithoutItsKeyIsADeadPeer) {
  JobBuilder ended(3);
  for (const int rank : {0, 2}) {
    ended.waits(rank, wait_for({"shard/0", "shard/1", "shard/2"}));
    ended.rank(rank).keys_set = {trace::hash_of_key("shard/" + std::to_string(rank))};
  }
  ended.dies(1);
  const Finding finding = proved(ended);
  EXPECT_EQ(finding.cls, Class::kDeadPeer);
  EXPECT_THAT(finding.at_fault, ElementsAre(1));
  EXPECT_THAT(finding.rule, HasSubstr("without setting the store key"));
}

TEST_F(StoreKeys, ThatAreNotRecordedLeaveADoubt) {
  sets(0, "0//shard/0");
  job.rank(2).keys_incomplete = true;
  EXPECT_FALSE(prove(job, job, lasting_peers()));
  const auto likely = find_likely(job, job, lasting_peers());
  ASSERT_TRUE(likely);
  EXPECT_THAT(likely->doubts,
              ElementsAre(HasSubstr("rank 2 has set more store keys than gridlock can record")));
}

TEST_F(StoreKeys, AWaitForMoreThanAreRecordedIsLikely) {
  for (const int rank : {0, 1, 2}) sets(rank, "0//shard/" + std::to_string(rank));
  for (const int rank : {0, 1, 2}) {
    job.rank(rank).threads[0].wait.doubts = {"the wait is for 4 store keys, of which 3 are recorded"};
  }
  EXPECT_FALSE(prove(job, job, lasting_peers()));
  EXPECT_TRUE(find_likely(job, job, lasting_peers()));
}

TEST_F(StoreKeys, AThreadThatIsKeptOutOfTheStoreSetsNothing) {
  Thread& uploader = job.runs(0);
  uploader.state = Thread::State::kBlocked;
  uploader.wait.on = Wait::On::kThread;
  uploader.wait.thread = job.rank(0).threads[0].id;
  uploader.wait.keys = {key_of("0//shard/0")};
  const Finding finding = proved(job);
  EXPECT_EQ(finding.cls, Class::kThreadDeadlock);
  EXPECT_THAT(finding.at_fault, ElementsAre(0));
}

TEST_F(StoreKeys, AThreadThatHoldsTheStoreWithoutWaitingLeavesIt) {
  Thread& uploader = job.runs(0);
  uploader.state = Thread::State::kBlocked;
  uploader.wait.on = Wait::On::kThread;
  uploader.wait.thread = 12345;  // no such thread
  EXPECT_FALSE(prove(job, job, lasting_peers()));
}

TEST_F(StoreKeys, HaveAnOwnerOnlyIfOthersSetTheirOwn) {
  EXPECT_EQ(owner_of(key_of("0//shard/1"), job), std::nullopt);
  sets(0, "0//shard/0");
  EXPECT_THAT(owner_of(key_of("0//shard/1"), job), Optional(1));
  EXPECT_EQ(owner_of(key_of("0//shard/7"), job), std::nullopt) << "there is no rank 7";
  EXPECT_EQ(owner_of({trace::hash_of_key("0//shard/1"), "…shard/1"}, job), std::nullopt);
  sets(0, "0//shard/2");
  EXPECT_EQ(owner_of(key_of("0//shard/1"), job), std::nullopt) << "rank 0 sets all";
}

}  // namespace
}  // namespace gridlock::prover::testing
