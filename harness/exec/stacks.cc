#include "harness/exec/stacks.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "harness/process/files.h"

namespace gridlock::exec {

std::map<int, std::string> take_stacks(const std::vector<agent::Patient>& patients,
                                       const StackTaking& how) {
  agent::StackCollector collector(how.py_spy, how.folder, patients, /*may_ask=*/false);
  while (!collector.finished()) {
    how.meanwhile();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  std::map<int, std::string> stacks;
  for (const agent::Patient& patient : patients) {
    const std::string name = fmt::format("stacks-rank{}.txt", patient.rank);
    stacks[patient.rank] = process::read_text(how.folder / name);
  }
  return stacks;
}

}  // namespace gridlock::exec
