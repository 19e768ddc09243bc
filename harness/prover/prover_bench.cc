// Measures the time to judge a large job and the number of bytes sent. The job has 4,096 ranks.
// Each rank has made 10,000 collectives in groups of 4,096, 64 and 8 ranks. A snapshot contains
// only the last calls of each log and the counts of all earlier calls.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "harness/facts/facts_json.h"
#include "harness/prover/certificate.h"
#include "harness/prover/prover.h"
#include "harness/prover/recent_divergence.h"

namespace gridlock::prover {
namespace {

using trace::Op;

constexpr std::uint64_t kOperations = 10'000;
constexpr int kRecent = 256;
constexpr int kGroups = 3;

Group group_of(int rank, int size, int index) {
  Group group;
  group.name = std::to_string(index);
  group.backend = "gloo";
  const int first = rank / size * size;
  for (int member = first; member < first + size; ++member) group.members.push_back(member);
  group.enqueued = kOperations / kGroups;
  return group;
}

Call call_of(std::uint64_t number) {
  Call call;
  call.number = static_cast<std::uint32_t>(number);
  call.group = static_cast<int>(number % kGroups);
  call.op = Op::kAllreduce;
  call.seq = number / kGroups + 1;
  call.count = 1024;
  call.shape_hash = 77;
  call.site = 1000 + number % 50;
  return call;
}

RankFacts facts_of(int rank, int ranks) {
  RankFacts facts;
  facts.rank = rank;
  facts.events = 2 * kOperations;
  const int sizes[] = {ranks, 64, 8};
  for (int i = 0; i < kGroups; ++i) facts.groups.push_back(group_of(rank, sizes[i], i));
  const std::uint64_t last = kOperations - 1;  // number of the rank's open call
  for (std::uint64_t n = last - kRecent; n < last; ++n) facts.recent.push_back(call_of(n));
  Thread thread;
  thread.id = rank + 1;
  thread.state = Thread::State::kBlocked;
  thread.wait.call = static_cast<std::uint32_t>(last);
  Call call = call_of(last);
  // Rank 1 calls a collective of a smaller group instead. All other ranks wait for rank 1, and rank
  // 1 waits for the members of that group.
  if (rank == 1) call.group = 1;
  call.seq = ++facts.groups[static_cast<std::size_t>(call.group)].enqueued;
  facts.open.push_back(call);
  facts.threads.push_back(thread);
  return facts;
}

Snapshot job(int ranks) {
  Snapshot snapshot;
  for (int rank = 0; rank < ranks; ++rank) snapshot.ranks.push_back(facts_of(rank, ranks));
  return snapshot;
}

// Returns the resident memory of this process in MiB.
double resident_mib() {
  std::ifstream file("/proc/self/statm");
  double total = 0, resident = 0;
  file >> total >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

double json_bytes_per_rank(const Snapshot& snapshot) {
  return static_cast<double>(to_json(snapshot).dump().size()) /
         static_cast<double>(snapshot.ranks.size());
}

void Prove(benchmark::State& state) {
  const Snapshot snapshot = job(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    const auto finding = prove(snapshot, snapshot, measured_semantics());
    if (!finding || finding->at_fault != std::vector<int>{1}) state.SkipWithError("no proof");
    benchmark::DoNotOptimize(finding);
  }
  // This is the memory of the whole process: the facts, which take most of it, and the largest
  // graph so far.
  state.counters["process_MiB"] = resident_mib();
}
BENCHMARK(Prove)->Arg(64)->Arg(512)->Arg(4096)->Unit(benchmark::kMillisecond);

void FindStall(benchmark::State& state) {
  Snapshot snapshot = job(static_cast<int>(state.range(0)));
  snapshot.ranks[1].threads[0].state = Thread::State::kRunning;
  for (auto _ : state) {
    const auto finding = find_stall(snapshot, measured_semantics());
    if (!finding || finding->at_fault != std::vector<int>{1}) state.SkipWithError("no stall");
    benchmark::DoNotOptimize(finding);
  }
}
BENCHMARK(FindStall)->Arg(4096)->Unit(benchmark::kMillisecond);

void FindDesync(benchmark::State& state) {
  const Snapshot snapshot = job(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    const auto finding = find_desync(snapshot, measured_semantics());
    if (finding) state.SkipWithError("desync of equal logs");
    benchmark::DoNotOptimize(finding);
  }
}
BENCHMARK(FindDesync)->Arg(4096)->Unit(benchmark::kMillisecond);

// Returns a snapshot in which half of the ranks make a broadcast instead of the last all_reduce.
// The ranks form two equally large sides.
Snapshot two_sides(int ranks) {
  Snapshot snapshot = job(ranks);
  for (RankFacts& facts : snapshot.ranks) {
    if (facts.rank == 1) facts = facts_of(0, ranks);
    facts.rank = facts.rank == 0 && &facts != &snapshot.ranks[0] ? 1 : facts.rank;
    if (facts.rank % 2 == 0) facts.open[0].op = Op::kBroadcast;
  }
  return snapshot;
}

void BlameSides(benchmark::State& state) {
  const Snapshot snapshot = two_sides(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    const auto finding = find_desync(snapshot, measured_semantics());
    if (!finding) state.SkipWithError("no desync");
    benchmark::DoNotOptimize(finding);
  }
}
BENCHMARK(BlameSides)->Arg(4096)->Unit(benchmark::kMillisecond);

void RecentDivergence(benchmark::State& state) {
  const Snapshot snapshot = two_sides(static_cast<int>(state.range(0)));
  std::vector<int> all;
  for (const RankFacts& facts : snapshot.ranks) all.push_back(facts.rank);
  for (auto _ : state) benchmark::DoNotOptimize(recent_divergence(snapshot, all));
}
BENCHMARK(RecentDivergence)->Arg(4096)->Unit(benchmark::kMillisecond);

// Measures the time to write as JSON the facts that a proof needs. Reports the bytes of these facts
// and of all facts.
void WriteJson(benchmark::State& state) {
  const Snapshot snapshot = job(static_cast<int>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(to_json(for_proof(snapshot)).dump());
  state.counters["bytes_per_rank"] = json_bytes_per_rank(snapshot);
  state.counters["of_these_for_proof"] = json_bytes_per_rank(for_proof(snapshot));
}
BENCHMARK(WriteJson)->Arg(64)->Arg(512)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace gridlock::prover

BENCHMARK_MAIN();
