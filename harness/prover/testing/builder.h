// Builds snapshots by hand, so that a test needs only a few lines for a deadlock:
//
//   JobBuilder job(3);
//   const int world = job.group("world", {0, 1, 2});
//   job.waits(0, job.collective(0, world, Op::kAllreduce));
#pragma once

#include <string>
#include <vector>

#include "harness/prover/names.h"

namespace gridlock::prover::testing {

class JobBuilder {
 public:
  explicit JobBuilder(int world_size, std::string backend = "gloo");

  // Adds a group that all its members have created. The order of the group() calls is the order of
  // each rank's groups.
  int group(const std::string& name, std::vector<int> members);
  // Adds a group that only the ranks in `known_to` have created.
  int group(const std::string& name, std::vector<int> members, const std::vector<int>& known_to);

  // Issues the rank's next collective of a group and leaves it open. Returns its call number in the
  // rank.
  std::uint32_t collective(int rank, int group, trace::Op op, int root = -1);
  std::uint32_t send(int rank, int group, int to, int tag = 0);
  std::uint32_t recv(int rank, int group, int from, int tag = 0);
  std::uint32_t recv_any(int rank, int group, int tag = 0);
  Call& call(int rank, std::uint32_t number);  // returns an open call, for modification
  // Completes an open call and moves it to the log.
  void complete(int rank, std::uint32_t number);
  // Issues and completes the same collective on all members of a group.
  void round(int group, trace::Op op, std::uint64_t site = 0);

  // Adds a thread of the rank that is blocked in a wait for an open call. The second overload takes
  // any other wait.
  Thread& waits(int rank, std::uint32_t call);
  Thread& waits(int rank, Wait wait);
  Thread& runs(int rank);
  Thread& idles(int rank);
  void dies(int rank);

  RankFacts& rank(int rank) { return snapshot_.ranks[static_cast<std::size_t>(rank)]; }
  const Snapshot& snapshot() const { return snapshot_; }
  operator const Snapshot&() const { return snapshot_; }

 private:
  int local(int rank, int group) const;
  std::uint32_t add(int rank, Call call, int group);
  Thread& add_thread(int rank, Thread::State state);

  std::string backend_;
  Snapshot snapshot_;
  std::vector<Group> groups_;
};

// Returns a job of four ranks that deadlock: one rank is in a call of another group, and one is in
// a receive. The job has facts of many kinds.
JobBuilder deadlocked_job();

}  // namespace gridlock::prover::testing
