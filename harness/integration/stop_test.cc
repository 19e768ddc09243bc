// Tests that each phase of each command ends soon after a signal, says so, leaves its results and
// leaves no process behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>

#include "harness/integration/test_exec.h"
#include "harness/verdict/record.h"

namespace gridlock::integration {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

// Time in which a phase must end. It is a multiple of the documented 2 s, because a busy machine
// delays all processes.
constexpr double kEndsSeconds = 10;

Environment no_variables(const Workspace&) {
  return {};
}

// A phase of a command.
struct Phase {
  const char* name;
  Words (*words)(const Workspace&);  // writes the input and returns the arguments
  // Returns whether the command is in this phase. May bring it there.
  bool (*is_reached)(const GridlockRun&, const Workspace&);
  const char* summary = nullptr;  // of a run that must leave results and JUnit
  Environment (*environment)(const Workspace&) = no_variables;
  bool is_costly = false;  // runs only nightly
};

// How a user interrupts.
struct Interruption {
  const char* name;
  int number;
  bool again = false;  // sends the signal until the command ends
};

constexpr Interruption kInterruptions[] = {
    {"Int", SIGINT}, {"Term", SIGTERM}, {"Hup", SIGHUP}, {"IntTwice", SIGINT, true}};

// Returns the processor time that the process itself has used.
double processor_seconds(pid_t pid) {
  const std::string stat = read_text("/proc/" + std::to_string(pid) + "/stat");
  std::istringstream fields(stat.substr(std::min(stat.rfind(')') + 1, stat.size())));
  std::string skipped;
  for (int field = 3; field < 14; ++field) fields >> skipped;
  double user = 0, system = 0;
  fields >> user >> system;
  return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

// The command prints nothing and starts no process, but computes.
bool computes(const GridlockRun& run, const Workspace&) {
  return processor_seconds(run.pid()) > 0.3;
}

// Writes a program that tells that it runs, and then waits with a child.
void write_waiting_program(const Workspace& workspace, const std::string& name) {
  fs::permissions(workspace.write(name, "#!/bin/sh\ntouch started\nsleep 1000 &\nwait\n"),
                  fs::perms::owner_all);
}

bool program_waits(const GridlockRun&, const Workspace& workspace) {
  return fs::exists(workspace.root() / "started");
}

// Returns the arguments of a run that writes results and JUnit.
Words reporting_words(const std::string& matrix, const Words& more = {}) {
  Words words = run_words(matrix, {"--junit", "junit.xml", "--jobs", "1"});
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// Returns the arguments of a run of the workspace's matrix m.toml.
Words own_words(const Workspace& workspace, const std::string& text, const Words& more = {}) {
  workspace.write("m.toml", text);
  Words words = reporting_words("m", more);
  words[1] = "m.toml";
  return words;
}

bool second_cell_trains(const GridlockRun&, const Workspace& workspace) {
  return workspace.trainings().size() >= 4;  // two ranks each
}

// A cell, and a second one that waits.
Words waiting_words(const Workspace&) {
  return reporting_words("waiting");
}

Words not_finite_words(const Workspace& workspace) {
  return own_words(workspace, R"toml(
case = "tiny"
strength = "all"
[axes]
device = ["cpu"]
world_size = [2]
sample = [1, 2]
fault = ["not_finite", "until_told"]
[[constraint]]
forbid = "(fault = until_told & sample = 1) | (fault = not_finite & sample = 2)"
reason = "the second cell waits"
)toml",
                   {"--no-places"});
}

// Returns whether a rank trains a cell with `part` in its id that it has trained before.
bool trains_again(const char* part, const Workspace& workspace) {
  const auto all = workspace.trainings();
  return std::ranges::any_of(all, [&](const Training& training) {
    if (training.cell.find(part) == std::string::npos) return false;
    return std::ranges::count_if(all, [&](const Training& other) {
             return other.cell == training.cell && other.rank == training.rank;
           }) > 1;
  });
}

// Returns the text of a matrix with one faulty cell and the cell that it is compared with.
std::string faulty_matrix(const std::string& axes) {
  return "case = 'tiny'\nstrength = 'all'\n[axes]\ndevice = ['cpu']\nworld_size = [2]\n" + axes;
}

Words places_words(const Workspace& workspace) {
  return own_words(workspace, faulty_matrix("fsdp = ['replicate', 'full_shard']\n"
                                            "fault = ['slightly_wrong_then_wait']\n"));
}

Words traces_words(const Workspace& workspace) {
  return own_words(workspace,
                   faulty_matrix("compile = ['none', 'before_fsdp']\nbackend = ['eager']\n"
                                 "fault = ['raise_then_wait']\n"),
                   {"--no-places"});
}

// Stops a process of the run as SIGSTOP does, once the second cell trains.
bool second_cell_trains_without(Kind stopped, const GridlockRun& run, const Workspace& workspace) {
  if (!second_cell_trains(run, workspace)) return false;
  const auto victims = run.processes(stopped);
  return !victims.empty() && kill(victims.front().pid, SIGSTOP) == 0;
}

// Returns the text of a matrix with a million combinations.
std::string huge_matrix() {
  std::string numbers = "[1";
  for (int number = 2; number <= 100; ++number) numbers += ", " + std::to_string(number);
  numbers += "]";
  return "case = 'tiny'\nstrength = 3\n[axes]\ndevice = ['cpu']\nsample = " + numbers +
         "\nlayers = " + numbers + "\nworld_size = " + numbers + "\n";
}

// Writes a run folder with 100 MB of results.
void write_huge_results(const Workspace& workspace) {
  verdict::CellRecord record;
  record.case_name = "tiny";
  record.cell = "tiny/NUMBER";
  record.sentence = std::string(3000, 'x');
  const std::string line = verdict::to_line(record) + "\n";
  const std::size_t at = line.find("NUMBER");
  workspace.write("huge/results.jsonl", "");
  std::ofstream file(workspace.root() / "huge/results.jsonl");
  for (std::size_t number = 0; number * line.size() < 100'000'000; ++number)
    file << line.substr(0, at) << number << line.substr(at + 6);
}

constexpr const char* kSleeps = R"(
import os, time
open(f"{os.environ['TINY_CASE_FOLDER']}/here{os.environ['RANK']}", "w").close()
time.sleep(1000)
)";

Words exec_script(const Workspace& workspace, const std::string& more) {
  return exec_words({"-n", "2", workspace.write("script.py", more + kSleeps)});
}

bool script_runs(const GridlockRun&, const Workspace& workspace) {
  return fs::exists(workspace.root() / "here0") && fs::exists(workspace.root() / "here1");
}

Words script_words(const Workspace& workspace, const char* command) {
  return {command, "--python", INTEGRATION_PYTHON, "--out", "found", "-n", "2",
          workspace.write("script.py", kSleeps)};
}

const Phase kPhases[] = {
    {"Planning", [](const Workspace& w) { return own_words(w, huge_matrix()); }, computes},
    {"StartingAgents",
     [](const Workspace& w) {
       write_waiting_program(w, "bin/mpirun");
       return reporting_words("waiting", {"--launcher", "mpirun"});
     },
     program_waits, "INTERRUPTED: 0 of 3 cells finished",
     [](const Workspace& w) {
       return Environment{{"PATH", w.root().string() + "/bin:" + std::getenv("PATH")}};
     }},
    {"Cells", waiting_words, second_cell_trains, "INTERRUPTED: 1 of 3 cells finished"},
    {"CellsThatAreNotFinite", not_finite_words, second_cell_trains,
     "INTERRUPTED: 1 of 2 cells finished"},
    {"CellsWithAStoppedRank", waiting_words,
     [](const GridlockRun& run, const Workspace& w) {
       return second_cell_trains_without(Kind::kRank, run, w);
     },
     "INTERRUPTED: 1 of 3 cells finished"},
    {"CellsWithAStoppedAgent", waiting_words,
     [](const GridlockRun& run, const Workspace& w) {
       return second_cell_trains_without(Kind::kAgent, run, w);
     },
     "INTERRUPTED: 1 of 3 cells finished"},
    {"RetrainingForPlaces", places_words,
     [](const GridlockRun&, const Workspace& w) { return trains_again(".full_shard", w); },
     "INTERRUPTED: 2 of 2 cells finished"},
    {"RetrainingForTraces", traces_words,
     [](const GridlockRun&, const Workspace& w) { return trains_again(".before-", w); },
     "INTERRUPTED: 2 of 2 cells finished", no_variables, true},
    {"ReadingHugeResults",
     [](const Workspace& w) {
       write_huge_results(w);
       return Words{"causes", "--no-run", "huge"};
     },
     computes},
    {"Exec", [](const Workspace& w) { return exec_script(w, ""); }, script_runs},
    {"Minimize", [](const Workspace& w) { return script_words(w, "minimize"); }, script_runs},
    {"Ablate", [](const Workspace& w) { return script_words(w, "ablate"); }, script_runs},
};

struct Trial {
  const Phase* phase;
  const Interruption* interruption;
};

void PrintTo(const Trial& trial, std::ostream* out) {
  *out << trial.phase->name << ", " << trial.interruption->name;
}

// Returns each phase with one kind of interruption, in turn. The other kinds run only nightly.
std::vector<Trial> trials(bool nightly) {
  std::vector<Trial> all;
  constexpr std::size_t kKinds = std::size(kInterruptions);
  for (std::size_t phase = 0; phase < std::size(kPhases); ++phase) {
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      const bool is_nightly = kPhases[phase].is_costly || kind != phase % kKinds;
      if (is_nightly == nightly) all.push_back({&kPhases[phase], &kInterruptions[kind]});
    }
  }
  return all;
}

std::string name_of(const ::testing::TestParamInfo<Trial>& info) {
  return std::string(info.param.phase->name) + info.param.interruption->name;
}

// Sends the signal, waits until the command has ended, and returns the time that this took.
double end(GridlockRun& run, const Interruption& interruption) {
  const auto began = std::chrono::steady_clock::now();
  kill(run.pid(), interruption.number);
  run.wait_until("the command ended", [&] {
    if (interruption.again) kill(run.pid(), interruption.number);
    return !run.is_running();
  });
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

void expect_reports(const GridlockRun& run, const Workspace& workspace, const Phase& phase,
                    const Interruption& interruption) {
  EXPECT_NO_THROW(workspace.results());
  if (interruption.again) return;
  EXPECT_THAT(run.output(), HasSubstr(phase.summary));
  EXPECT_THAT(read_text(workspace.root() / "junit.xml"), HasSubstr("</testsuites>"));
}

void expect_end(const Trial& trial) {
  const auto& [phase, interruption] = trial;
  const Workspace workspace;
  GridlockRun run(workspace, phase->words(workspace), phase->environment(workspace));
  run.wait_until(phase->name,
                 [&] { return !run.is_running() || phase->is_reached(run, workspace); });
  ASSERT_TRUE(run.is_running()) << run.output();
  const double seconds = end(run, *interruption);
  EXPECT_EQ(run.exit_code(), 130) << run.output();
  EXPECT_THAT(run.output(), HasSubstr("nterrupted"));
  EXPECT_LT(seconds, kEndsSeconds) << run.output();
  EXPECT_TRUE(run.nothing_is_left(kGoneAfterKillSeconds)) << describe(run.processes());
  // Processes that are killed at once leave their temporary folders.
  for (const auto& entry : fs::directory_iterator(workspace.root())) {
    const bool is_temporary = entry.path().filename().string().starts_with("gridlock-");
    EXPECT_TRUE(!is_temporary || interruption->again) << entry.path();
  }
  if (phase->summary != nullptr) expect_reports(run, workspace, *phase, *interruption);
  std::cout << phase->name << ", " << interruption->name << ": " << seconds << " s" << std::endl;
}

class Stop : public ::testing::TestWithParam<Trial> {};
TEST_P(Stop, EndsThePhase) {
  expect_end(GetParam());
}
INSTANTIATE_TEST_SUITE_P(Phases, Stop, ::testing::ValuesIn(trials(/*nightly=*/false)), name_of);

class StopNightly : public ::testing::TestWithParam<Trial> {};
TEST_P(StopNightly, EndsThePhase) {
  expect_end(GetParam());
}
INSTANTIATE_TEST_SUITE_P(Phases, StopNightly, ::testing::ValuesIn(trials(/*nightly=*/true)),
                         name_of);

}  // namespace
}  // namespace gridlock::integration
