#include "harness/integration/processes.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <map>

#include "harness/process/files.h"
#include "harness/process/process_tree.h"

namespace gridlock::integration {
namespace {

constexpr std::array<const char*, 8> kNames = {"controller", "launcher", "agent",    "zygote",
                                               "spawner",    "rank",     "exporter", "other"};

// Returns the contents of /proc/PID/NAME: strings that end with a zero byte. Returns "" if the
// process has ended.
std::string read_proc(pid_t pid, const char* name) {
  return process::read_text("/proc/" + std::to_string(pid) + "/" + name);
}

bool has_variable(pid_t pid, const std::string& variable) {
  const std::string environment = '\0' + read_proc(pid, "environ");
  return environment.find('\0' + variable + '\0') != std::string::npos;
}

std::string command_of(pid_t pid) {
  std::string command = read_proc(pid, "cmdline");
  std::ranges::replace(command, '\0', ' ');
  return command;
}

// Returns the kind of a process by its command line. A fork of the zygote has the command line of
// the zygote.
Kind kind_of_program(const std::string& command) {
  const std::string program = command.substr(0, command.find(' '));
  const std::string name = program.substr(program.rfind('/') + 1);
  const auto has_mode = [&](const char* mode) { return command.starts_with(program + mode); };
  if (name == "gridlock") return Kind::kController;
  if (name == "mpirun") return Kind::kLauncher;
  if (name.starts_with("gridlock-agent")) return Kind::kAgent;
  if (name == "gridlock-zygote" && has_mode(" zygote ")) return Kind::kZygote;
  if (name == "gridlock-zygote" && has_mode(" spawner ")) return Kind::kSpawner;
  if (has_mode(" -m gridlock_minimizer.export ")) return Kind::kExporter;
  if (has_mode(" rank ")) return Kind::kRank;  // runs /proc/self/exe
  return Kind::kOther;
}

// Returns the kind of a process with the zygote's command line. The zygote forks spawners, and
// spawners fork ranks. Forks of ranks count as ranks, too.
Kind kind_of_fork(const Process& process, const std::map<pid_t, Process>& processes) {
  int forks = 0;
  for (auto at = processes.find(process.parent); at != processes.end();
       at = processes.find(at->second.parent)) {
    forks += kind_of_program(at->second.command) == Kind::kZygote;
  }
  return forks == 0 ? Kind::kZygote : forks == 1 ? Kind::kSpawner : Kind::kRank;
}

}  // namespace

std::vector<Process> find_processes(const std::string& variable) {
  std::map<pid_t, Process> found;
  for (const auto& [pid, parent] : process::system_table().parents()) {
    if (has_variable(pid, variable)) found[pid] = {pid, parent, command_of(pid), Kind::kOther};
  }
  std::vector<Process> result;
  for (const auto& [pid, process] : found) {
    Process& added = result.emplace_back(process);
    added.kind = kind_of_program(process.command);
    if (added.kind == Kind::kZygote) added.kind = kind_of_fork(process, found);
  }
  return result;
}

std::vector<Process> of_kind(Kind kind, const std::vector<Process>& processes) {
  std::vector<Process> result;
  std::ranges::copy_if(processes, std::back_inserter(result),
                       [&](const Process& process) { return process.kind == kind; });
  return result;
}

std::string describe(const std::vector<Process>& processes) {
  std::string text;
  for (const Process& process : processes) {
    text += std::to_string(process.pid) + " (below " + std::to_string(process.parent) + ") " +
            kNames.at(static_cast<std::size_t>(process.kind)) + ": " + process.command + "\n";
  }
  return text;
}

double resident_mb(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/statm");
  double pages = 0, resident = 0;
  file >> pages >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

}  // namespace gridlock::integration
