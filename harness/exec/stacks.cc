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

Stacks take_stacks(const std::vector<agent::Patient>& patients, const StackTaking& how) {
  agent::StackCollector collector(how.py_spy, how.folder, patients, /*may_ask=*/false);
  while (!collector.finished()) {
    how.meanwhile();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  Stacks stacks;
  for (const agent::Patient& patient : patients) {
    stacks[patient.rank] = process::read_text(how.folder / file_name(patient.rank));
  }
  return stacks;
}

Stacks take_stacks(const Job& job, const StackTaking& how) {
  std::vector<agent::Patient> patients;
  for (const agent::Member& member : job.members) {
    if (!member.exited) patients.push_back({member.rank, member.pid});
  }
  return take_stacks(patients, how);
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
