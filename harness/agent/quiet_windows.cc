#include "harness/agent/quiet_windows.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "harness/agent/freeze.h"
#include "harness/facts/facts_json.h"
#include "harness/inspect/facts.h"
#include "harness/prover/certificate.h"
#include "harness/prover/prover.h"

namespace gridlock::agent {
namespace {

using facts::RankFacts;
using facts::Snapshot;
using facts::Thread;

constexpr std::chrono::microseconds kMeanGap{25'000};

bool all_started(const std::vector<inspect::LocalRank>& ranks) {
  return std::ranges::all_of(ranks, [](const inspect::LocalRank& rank) { return rank.pid > 0; });
}

bool any_alive(const std::vector<inspect::LocalRank>& ranks) {
  return std::ranges::any_of(ranks, [](const inspect::LocalRank& rank) { return !rank.exited; });
}

std::optional<std::pair<Snapshot, Snapshot>> take_two_snapshots(
    const std::vector<inspect::LocalRank>& ranks) {
  const Freeze freeze(ranks);
  if (!freeze.complete()) return std::nullopt;
  const auto threads_of = [&](pid_t process) { return freeze.threads_of(process); };
  Snapshot first{inspect::facts_of(ranks, threads_of)};
  return std::pair{std::move(first), Snapshot{inspect::facts_of(ranks, threads_of)}};
}

bool is_blocked(const RankFacts& facts) {
  return facts.alive && has_thread(facts, Thread::State::kBlocked) &&
         !has_thread(facts, Thread::State::kRunning) &&
         !has_thread(facts, Thread::State::kDoubtful);
}

// Returns the number of collectives of the job: the sum, over all groups, of the highest number
// that any rank of the group has issued.
std::uint64_t collectives_of(const std::vector<inspect::LocalRank>& ranks) {
  std::map<std::tuple<std::string, std::vector<int>, int>, std::uint64_t> issued;
  for (const inspect::LocalRank& rank : ranks) {
    for (const trace::GroupRecord& group : trace::RingReader(rank.ring).groups()) {
      std::uint64_t& most = issued[{group.name, group.members, group.creation}];
      most = std::max(most, group.enqueued);
    }
  }
  std::uint64_t sum = 0;
  for (const auto& [group, count] : issued) sum += count;
  return sum;
}

// Ignores write errors, such as a full disk, because the process that reads the file reports a
// missing file. Group names may be invalid UTF-8, because they are arbitrary bytes from a rank's
// ring.
void write_json(const std::filesystem::path& path, const nlohmann::json& json) {
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  std::ofstream(path, std::ios::binary)
      << json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
}

}  // namespace

QuietWindows::QuietWindows(std::uint64_t seed, std::filesystem::path folder)
    : random_(seed), folder_(std::move(folder)) {}

void QuietWindows::make(const std::vector<inspect::LocalRank>& ranks) {
  if (all_started(ranks) && any_alive(ranks)) {
    if (const auto snapshots = take_two_snapshots(ranks)) {
      judge(snapshots->first, snapshots->second);
    } else {
      ++tally_.missed;
    }
  }
  std::uniform_int_distribution<std::int64_t> gap(0, 2 * kMeanGap.count());
  next_ = Clock::now() + std::chrono::microseconds(gap(random_));
}

void QuietWindows::judge(const Snapshot& first, const Snapshot& second) {
  const auto alive = std::ranges::count(second.ranks, true, &RankFacts::alive);
  const auto blocked = std::ranges::count_if(second.ranks, is_blocked);
  ++tally_.evaluations;
  tally_.some_blocked += blocked > 0;
  tally_.all_blocked += blocked > 0 && blocked == alive;
  const auto& semantics = facts::measured_semantics();
  const auto deadlock = prover::prove(first, second, semantics);
  const auto desync = prover::find_desync(second, semantics);
  tally_.deadlocks += deadlock.has_value();
  tally_.desyncs += desync.has_value();
  if ((!deadlock && !desync) || !keeps_files()) return;
  write_json(file("snapshots"),
             {{"first", facts::to_json(first)}, {"second", facts::to_json(second)}});
  if (!deadlock) return;
  write_json(file("certificate"), prover::certificate(*deadlock, first, second, semantics));
}

std::filesystem::path QuietWindows::file(const char* what) const {
  return folder_ / ("window" + std::to_string(tally_.evaluations) + "-" + what + ".json");
}

void QuietWindows::write(const std::vector<inspect::LocalRank>& ranks) {
  tally_.collectives = collectives_of(ranks);
  write_json(folder_ / protocol::Windows::kFile, to_json(tally_));
}

}  // namespace gridlock::agent
