#include "harness/exec/stacks.h"

#include <chrono>
#include <thread>

#include "harness/process/files.h"
#include "harness/process/log.h"
#include "harness/protocol/evidence_files.h"

namespace gridlock::exec {
namespace {

constexpr std::chrono::seconds kStacksTimeout{30};

// Takes the stacks and waits until all are there.
void collect(const std::vector<inspect::StackTarget>& targets, const StackTaking& how,
             bool may_ask) {
  std::error_code ignored;  // stacks of an earlier call
  std::filesystem::remove_all(how.folder, ignored);
  inspect::StackCollector collector(how.py_spy, how.folder, targets, may_ask);
  while (!collector.finished()) {
    how.meanwhile();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

std::string taken_by_py_spy(int rank, const StackTaking& how) {
  return process::read_text(how.folder / protocol::stacks_file(rank));
}

// Returns py-spy's stacks, else those that the rank wrote itself, which are then written to the
// same file.
std::string stacks_of(const inspect::LocalRank& rank, const StackTaking& how) {
  std::string text = taken_by_py_spy(rank.rank, how);
  if (!text.empty() || !rank.stacks) return text;
  text = process::read_log(rank.stacks.get());
  if (!text.empty()) process::write_text(how.folder / protocol::stacks_file(rank.rank), text);
  return text;
}

}  // namespace

Stacks take_stacks(const std::vector<inspect::StackTarget>& targets, const StackTaking& how) {
  collect(targets, how, /*may_ask=*/false);
  Stacks stacks;
  for (const auto& target : targets) stacks[target.rank] = taken_by_py_spy(target.rank, how);
  return stacks;
}

Stacks take_stacks(const Job& job, const StackTaking& how) {
  auto targets = inspect::stack_targets(job.members);
  for (const inspect::LocalRank& member : job.members) {
    if (!member.exited) process::clear_log(member.stacks.get());  // stacks of an earlier call
  }
  const auto absent =
      how.registry != nullptr ? how.registry->absent(job) : std::vector<JobRegistry::Absent>{};
  for (const JobRegistry::Absent& rank : absent) targets.push_back({rank.rank, rank.pid});
  collect(targets, how, /*may_ask=*/true);
  Stacks stacks;
  for (const inspect::LocalRank& member : job.members) {
    if (!member.exited) stacks[member.rank] = stacks_of(member, how);
  }
  for (const JobRegistry::Absent& rank : absent) {
    stacks[rank.rank] = taken_by_py_spy(rank.rank, how);
  }
  return stacks;
}

Stacks take_stacks(const Job& job, const StackTaking& how, OtherHosts& others) {
  Stacks stacks = take_stacks(job, how);
  using Question = protocol::HostQuestion;
  for (const auto& answer : others.ask({Question::Ask::kStacks, job.name}, kStacksTimeout)) {
    for (const auto& [rank, text] : answer.stacks) {
      const bool exists = rank >= 0 && rank < job.world_size;  // a host may report any rank
      if (!exists || !stacks.emplace(rank, text).second) continue;
      process::write_text(how.folder / protocol::stacks_file(rank), text);
    }
  }
  return stacks;
}

bool keep_stacks(const StackTaking& how, const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!std::filesystem::exists(how.folder)) return !error;  // none were taken
  using Options = std::filesystem::copy_options;
  std::filesystem::copy(how.folder, folder, Options::recursive | Options::overwrite_existing,
                        error);
  return !error;
}

}  // namespace gridlock::exec
