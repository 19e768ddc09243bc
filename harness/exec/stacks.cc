#include "harness/exec/stacks.h"

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "harness/exec/number.h"
#include "harness/process/files.h"

namespace gridlock::exec {
namespace {

using nlohmann::json;

constexpr std::chrono::seconds kPatience{30};

std::string file_name(int rank) {
  return fmt::format("stacks-rank{}.txt", rank);
}

}  // namespace

Stacks take_stacks(const std::vector<inspect::StackTarget>& targets, const StackTaking& how) {
  inspect::StackCollector collector(how.py_spy, how.folder, targets, /*may_ask=*/false);
  while (!collector.finished()) {
    how.meanwhile();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  Stacks stacks;
  for (const inspect::StackTarget& target : targets) {
    stacks[target.rank] = process::read_text(how.folder / file_name(target.rank));
  }
  return stacks;
}

Stacks take_stacks(const Job& job, const StackTaking& how) {
  std::vector<inspect::StackTarget> targets;
  for (const inspect::LocalRank& member : job.members) {
    if (!member.exited) targets.push_back({member.rank, member.pid});
  }
  return take_stacks(targets, how);
}

Stacks take_stacks(const Job& job, const StackTaking& how, OtherHosts& others) {
  Stacks stacks = take_stacks(job, how);
  for (const json& answer : others.ask({{"ask", "stacks"}, {"job", job.name}}, kPatience)) {
    const json taken = answer.value("stacks", json::object());
    for (const auto& [name, text] : taken.items()) {
      const auto rank = whole_number(name, job.world_size - 1);  // a host may tell of any
      if (!rank || !text.is_string() || !stacks.emplace(*rank, text).second) continue;
      process::write_text(how.folder / file_name(*rank), text);
    }
  }
  return stacks;
}

}  // namespace gridlock::exec
