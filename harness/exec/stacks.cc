#include "harness/exec/stacks.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "harness/process/files.h"

namespace gridlock::exec {

std::map<int, std::vector<diagnosis::ThreadStack>> take_stacks(
    const std::vector<agent::Patient>& patients, const std::filesystem::path& py_spy,
    const std::filesystem::path& folder, const std::function<void()>& meanwhile) {
  agent::StackCollector collector(py_spy, folder, patients, /*may_ask=*/false);
  while (!collector.finished()) {
    meanwhile();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  std::map<int, std::vector<diagnosis::ThreadStack>> stacks;
  for (const agent::Patient& patient : patients) {
    const std::string name = fmt::format("stacks-rank{}.txt", patient.rank);
    stacks[patient.rank] = diagnosis::parse_stacks(process::read_text(folder / name));
  }
  return stacks;
}

}  // namespace gridlock::exec
