#include "harness/exec/stacks.h"

#include <chrono>
#include <thread>

#include "harness/process/files.h"
#include "harness/process/log.h"
#include "harness/protocol/evidence_files.h"

namespace gridlock::exec {
namespace {

constexpr std::chrono::seconds kStacksTimeout{30};

// Takes the stacks and waits until they are complete.
void collect(const std::vector<inspect::StackTarget>& targets, const StackOptions& options,
             bool may_signal) {
  std::error_code ignored;
  std::filesystem::remove_all(options.folder, ignored);  // stacks of an earlier call
  inspect::StackCollector collector(options.py_spy, options.folder, targets, may_signal);
  while (!collector.finished()) {
    options.meanwhile();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

std::string taken_by_py_spy(int rank, const StackOptions& options) {
  return process::read_text(options.folder / protocol::stacks_file(rank));
}

// Returns the stacks that py-spy took. If there are none, returns the stacks that the rank wrote
// itself, and copies these to the file that py-spy should have written.
std::string stacks_of(const inspect::LocalRank& rank, const StackOptions& options) {
  std::string text = taken_by_py_spy(rank.rank, options);
  if (!text.empty() || !rank.stacks) return text;
  text = process::read_log(rank.stacks.get());
  if (!text.empty()) process::write_text(options.folder / protocol::stacks_file(rank.rank), text);
  return text;
}

}  // namespace

Stacks capture_stacks(const std::vector<inspect::StackTarget>& targets,
                      const StackOptions& options) {
  collect(targets, options, /*may_signal=*/false);
  Stacks stacks;
  for (const auto& target : targets) stacks[target.rank] = taken_by_py_spy(target.rank, options);
  return stacks;
}

Stacks capture_stacks(const Job& job, const StackOptions& options) {
  auto targets = inspect::stack_targets(job.members);
  for (const inspect::LocalRank& member : job.members) {
    if (!member.exited) process::clear_log(member.stacks.get());  // stacks of an earlier call
  }
  const auto absent = options.registry != nullptr ? options.registry->absent(job)
                                                  : std::vector<JobRegistry::Absent>{};
  for (const JobRegistry::Absent& rank : absent) targets.push_back({rank.rank, rank.pid});
  collect(targets, options, /*may_signal=*/true);
  Stacks stacks;
  for (const inspect::LocalRank& member : job.members) {
    if (!member.exited) stacks[member.rank] = stacks_of(member, options);
  }
  for (const JobRegistry::Absent& rank : absent) {
    stacks[rank.rank] = taken_by_py_spy(rank.rank, options);
  }
  return stacks;
}

Stacks capture_stacks(const Job& job, const StackOptions& options, OtherHosts& others) {
  Stacks stacks = capture_stacks(job, options);
  using Question = protocol::HostQuestion;
  for (const auto& answer : others.ask({Question::Ask::kStacks, job.name}, kStacksTimeout)) {
    for (const auto& [rank, text] : answer.stacks) {
      const bool exists = rank >= 0 && rank < job.world_size;  // another host may send any number
      if (!exists || !stacks.emplace(rank, text).second) continue;
      process::write_text(options.folder / protocol::stacks_file(rank), text);
    }
  }
  return stacks;
}

bool copy_stacks(const StackOptions& options, const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  bool copied = !error;
  // Without stacks, there is no folder of stacks.
  for (const auto& entry : std::filesystem::directory_iterator(options.folder, error)) {
    copied &=
        process::write_text(folder / entry.path().filename(), process::read_text(entry.path()));
  }
  return copied;
}

}  // namespace gridlock::exec
