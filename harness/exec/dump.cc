#include "harness/exec/dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "harness/diagnosis/render.h"
#include "harness/diagnosis/standing.h"
#include "harness/exec/explanation.h"
#include "harness/exec/host_questions.h"
#include "harness/exec/stacks.h"
#include "harness/inspect/known_programs.h"
#include "harness/monitor/ending.h"
#include "harness/process/files.h"
#include "harness/process/process_tree.h"
#include "harness/process/temporary_folder.h"
#include "harness/text/quantity.h"

namespace gridlock::exec {
namespace {

namespace fs = std::filesystem;

// Returns a variable from the initial environment of the process, or "" if it is not set.
std::string variable_of(pid_t pid, const std::string& name) {
  const std::string entries = '\0' + process::read_text(fmt::format("/proc/{}/environ", pid));
  const std::size_t at = entries.find('\0' + name + '=');
  if (at == std::string::npos) return "";
  const std::size_t begin = at + name.size() + 2;
  return entries.substr(begin, entries.find('\0', begin) - begin);
}

bool is_python(pid_t pid) {
  return inspect::executable_of(pid).filename().string().starts_with("python");
}

std::vector<pid_t> all_below(pid_t pid) {
  if (!fs::exists(fmt::format("/proc/{}", pid))) {
    throw std::runtime_error(fmt::format("there is no process {}", pid));
  }
  std::vector<pid_t> all = process::descendants(process::system_table(), pid);
  all.insert(all.begin(), pid);
  return all;
}

struct Targets {
  std::vector<inspect::StackTarget> processes;
  bool numbered = false;  // no process has RANK in its environment, so gridlock numbered them
};

Targets targets_of(const std::vector<pid_t>& processes) {
  std::vector<inspect::StackTarget> targets;
  for (const pid_t pid : processes) {
    const auto rank = text::whole_number(variable_of(pid, "RANK"));
    if (rank && std::ranges::count(targets, *rank, &inspect::StackTarget::rank) == 0) {
      targets.push_back({*rank, pid});
    }
  }
  if (!targets.empty()) return {targets, false};
  for (const pid_t pid : processes) {
    targets.push_back({static_cast<int>(targets.size()), pid});
  }
  return {targets, true};
}

std::string dump_stacks(const Targets& targets, const fs::path& py_spy) {
  if (py_spy.empty()) {
    throw std::runtime_error(
        "py-spy is not installed. It takes the stacks of processes that do not run under gridlock "
        "exec: pip install py-spy");
  }
  const process::TemporaryFolder folder("dump");
  const auto stacks = capture_stacks(targets.processes, {py_spy, folder.path()});
  if (std::ranges::all_of(stacks, [](const auto& entry) { return entry.second.empty(); })) {
    throw std::runtime_error(fmt::format(
        "py-spy could not take the stacks: py-spy dump --pid {} says why. It may need root",
        targets.processes.front().pid));
  }
  diagnosis::Evidence evidence;
  std::string text =
      "These processes do not run under gridlock exec. Their stacks show where they are, but "
      "prove nothing.\n";
  if (targets.numbered)
    text += "No process has RANK in its environment, so gridlock numbers the processes.\n";
  for (const inspect::StackTarget& target : targets.processes) {
    diagnosis::RankEvidence rank;
    rank.rank = target.rank;
    rank.threads = diagnosis::parse_stacks(stacks.at(target.rank));
    evidence.ranks.push_back(std::move(rank));
    text += fmt::format("  rank {}: process {}\n", target.rank, target.pid);
  }
  return text + "\n" + diagnosis::render_stacks(evidence);
}

}  // namespace

std::string dump(Job& job, const JobRegistry& registry, OtherHosts& others, const fs::path& py_spy,
                 DumpFormat format) {
  examine(job, others);
  const process::TemporaryFolder folder("dump");
  const auto finding = monitor::timeout_finding(job.examination);
  StackOptions options{py_spy, folder.path()};
  options.registry = &registry;
  const auto evidence = collect_evidence(job, finding.value_or(facts::Finding{}), options, others);
  if (format == DumpFormat::kJson) {
    const facts::Outcome outcome =
        finding ? outcome_of(job, evidence) : timeout_of(evidence, job.examination.quiet_seconds());
    return facts::to_json(outcome).dump() + "\n";
  }
  if (finding) return diagnosis::render_text(evidence);
  return "No deadlock is proved: some rank may still make progress. Where each rank is:\n" +
         diagnosis::render_standing(evidence);
}

std::string dump(pid_t pid, const fs::path& py_spy, DumpFormat format) {
  const std::vector<pid_t> processes = all_below(pid);
  for (const pid_t process : processes) {
    const std::string socket = variable_of(process, "GRIDLOCK_HUB");
    if (socket.empty()) continue;
    if (const auto answer = RegistrationSocket::request_dump(socket, format)) return *answer;
  }
  if (format == DumpFormat::kJson) {
    throw std::runtime_error(
        fmt::format("process {} does not run under gridlock exec, so --json has no finding to "
                    "print; leave --json out to see the stacks",
                    pid));
  }
  std::vector<pid_t> pythons;
  std::ranges::copy_if(processes, std::back_inserter(pythons), is_python);
  if (pythons.empty()) {
    throw std::runtime_error(
        fmt::format("neither process {} nor any of its child processes runs Python", pid));
  }
  return dump_stacks(targets_of(pythons), py_spy);
}

}  // namespace gridlock::exec
