#include "bench/reducers.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "bench/oracle_server.h"
#include "bench/seconds.h"
#include "harness/cli/command.h"
#include "harness/cli/minimize_task.h"
#include "harness/process/files.h"
#include "harness/process/log.h"
#include "harness/process/process_tree.h"
#include "harness/process/search.h"
#include "harness/process/spawn.h"
#include "harness/process/temporary_folder.h"

namespace gridlock::bench {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr const char* kGridlock = "gridlock";
constexpr const char* kScript = "repro.py";
constexpr const char* kTest = "fails";

// A program in its own folder; `meanwhile` is called until it has ended or its time is up.
struct ProcessResult {
  bool in_time = false;
  std::string output;  // its last kilobytes
};
ProcessResult run_for(process::Program program, const fs::path& folder, double seconds,
                      const std::function<void()>& meanwhile) {
  const process::Fd output = process::make_log();
  program.folder = folder;
  program.standard_output = output.get();
  program.dies_with_parent = true;
  const auto began = Clock::now();
  const pid_t pid = process::spawn(program);
  bool ended = false;
  while (!(ended = waitpid(pid, nullptr, WNOHANG) == pid) && seconds_since(began) < seconds) {
    meanwhile();
  }
  if (!ended) process::kill_child(pid);
  return {ended, process::read_log(output.get())};
}

// The input of a reducer, and its result.
struct Work {
  const ScriptProblem& problem;
  const minimizer::Measured& measured;
  ScriptTrial& trial;
  double seconds;
};
struct Reduction {
  std::string text;  // "" = no result
  int asked = 0;
  bool in_time = true;
  std::string error = {};
};

Reduction gridlock_minimizer(const Work& work) {
  const minimizer::Result result = work.trial.search(work.measured);
  return {result.best.text, result.statistics.asked, result.seconds <= work.seconds};
}

// Runs a reducer that asks for each candidate. `words` precede the test and the script in its
// arguments.
Reduction run_against_oracle(const Work& work, const std::vector<std::string>& words) {
  if (process::find_program(words.front()).empty()) {
    return {.text = "", .error = words.front() + " is not installed"};
  }
  const process::TemporaryFolder folder("reducer");
  OracleServer server(folder.path());
  server.write_program(process::find_program("python3"), folder.path() / kTest, kScript);
  std::ofstream(folder.path() / kScript) << work.problem.script;
  process::Program program;
  program.arguments = words;
  program.arguments.insert(program.arguments.end(), {folder.path() / kTest, kScript});
  Reduction reduction;
  work.trial.with_oracle(work.measured, [&](minimizer::Oracle& oracle) {
    const ProcessResult ended = run_for(program, folder.path(), work.seconds, [&] {
      reduction.asked += server.serve_one(oracle, {1, {}, {}}, std::chrono::milliseconds(100));
    });
    reduction.in_time = ended.in_time;
    if (reduction.asked == 0) reduction.error = "asked nothing: " + ended.output;
  });
  reduction.text = process::read_text(folder.path() / kScript);
  return reduction;
}

Reduction c_vise(const Work& work) {
  return run_against_oracle(work, {"cvise", "--n", "1", "--not-c", "--shaddap", "--tidy"});
}

Reduction shrink_ray(const Work& work) {
  return run_against_oracle(work, {"shrinkray", "--parallelism", "1", "--ui", "basic", "--volume",
                                   "quiet", "--input-type", "basename"});
}

// Returns the newest file of this name below the folder.
fs::path find_below(const fs::path& folder, const std::string& name) {
  fs::path newest;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().filename() != name) continue;
    if (newest.empty() || fs::last_write_time(entry) > fs::last_write_time(newest)) {
      newest = entry.path();
    }
  }
  return newest;
}

// Runs torch's minifier: a failing run leaves a program that minimizes the graph.
Reduction torch_minifier(const Work& work) {
  if (work.problem.kind != "compile") return {.text = "", .error = "is for the compiler alone"};
  const process::TemporaryFolder folder("minifier");
  std::ofstream(folder.path() / "original.py") << work.problem.script;
  const auto run = [&](const fs::path& script, double seconds) {
    process::Program program;
    program.arguments = {cli::installation().python, script};
    program.environment = {{"TORCHDYNAMO_REPRO_AFTER", "dynamo"},
                           {"TORCHDYNAMO_REPRO_LEVEL", "2"},
                           {"TORCH_COMPILE_DEBUG_DIR", folder.path()},
                           {"TORCHINDUCTOR_CACHE_DIR", folder.path() / "caches"}};
    return run_for(program, folder.path(), seconds, [] { usleep(20'000); });
  };
  const auto began = Clock::now();
  run("original.py", work.seconds);
  const fs::path launcher = find_below(folder.path(), "minifier_launcher.py");
  if (launcher.empty()) return {.text = "", .error = "left no minifier_launcher.py"};
  const ProcessResult ended = run(launcher, work.seconds - seconds_since(began));
  Reduction reduction;
  reduction.in_time = ended.in_time;
  std::smatch queries;
  if (std::regex_search(ended.output, queries, std::regex(R"(Made (\d+) queries)"))) {
    reduction.asked = std::stoi(queries[1]);
  }
  reduction.text = process::read_text(find_below(folder.path(), kScript));
  if (reduction.text.empty()) reduction.error = "left no repro.py: " + ended.output;
  return reduction;
}

struct Reducer {
  const char* name;
  Reduction (*reduce)(const Work&);
};
constexpr std::array<Reducer, 4> kReducers = {{{kGridlock, gridlock_minimizer},
                                               {"C-Vise", c_vise},
                                               {"Shrink Ray", shrink_ray},
                                               {"torch", torch_minifier}}};

ReducerRow row_of(const Reducer& reducer, const Work& work) {
  ReducerRow row{.problem = work.problem.name, .reducer = reducer.name};
  row.optimum = minimizer::line_count({work.problem.optimum, {}});
  row.from_lines = minimizer::line_count(work.trial.original());
  const auto began = Clock::now();
  const Reduction reduction = reducer.reduce(work);
  row.seconds = seconds_since(began);
  row.asked = reduction.asked;
  row.in_time = reduction.in_time;
  row.error = reduction.error.substr(0, reduction.error.find('\n'));
  if (!row.error.empty()) return row;
  const minimizer::Candidate result{reduction.text, {1, {}, {}}};
  row.lines = minimizer::line_count(result);
  const minimizer::Measured again = work.trial.measured(result);
  row.success = again.always() && *again.signature == *work.measured.signature;
  return row;
}

void print_reducers_heading() {
  fmt::print("\n{:<22} {:<11} {:>12} {:>7} {:>9} {:>7}\n", "scripts of one rank", "reducer",
             "lines", "optimum", "oracle", "seconds");
}

void print_row(const ReducerRow& row) {
  if (!row.error.empty()) {
    fmt::print("{:<22} {:<11} {}\n", row.problem, row.reducer, row.error);
  } else {
    fmt::print("{:<22} {:<11} {:>12} {:>7} {:>9} {:>7.0f}  {}{}\n", row.problem, row.reducer,
               fmt::format("{} → {}", row.from_lines, row.lines), row.optimum, row.asked,
               row.seconds, row.success ? "" : "does NOT fail in the same way every time ",
               row.in_time ? "" : "ended by its time limit");
  }
  std::fflush(stdout);
}

void print_json(const ReducerRow& row) {
  const nlohmann::ordered_json line = {
      {"problem", row.problem}, {"reducer", row.reducer}, {"success", row.success},
      {"in_time", row.in_time}, {"asked", row.asked},     {"lines", row.lines},
      {"optimum", row.optimum}, {"seconds", row.seconds}, {"error", row.error}};
  fmt::print("{}\n", line.dump());
  std::fflush(stdout);
}

bool has_result(const ReducerRow& row) {
  return row.error.empty() && row.success && row.in_time;
}

}  // namespace

std::vector<ReducerRow> measure_reducers(const std::vector<ScriptProblem>& problems, double seconds,
                                         bool json) {
  const minimizer::Programs programs = cli::find_programs(cli::installation().python);
  run::ForkServer server(programs.gridlock, programs.python, programs.parts);
  std::vector<ReducerRow> rows;
  if (!json) print_reducers_heading();
  for (const ScriptProblem& problem : problems) {
    if (problem.ranks != 1 || problem.numbers) continue;
    ScriptTrial trial(problem, programs, server);
    const minimizer::Measured measured = trial.measured(trial.original());
    if (!measured.always()) continue;
    for (const Reducer& reducer : kReducers) {
      rows.push_back(row_of(reducer, {problem, measured, trial, seconds}));
      json ? print_json(rows.back()) : print_row(rows.back());
    }
  }
  return rows;
}

std::vector<Target> reducer_targets(const std::vector<ReducerRow>& rows) {
  std::map<std::string, const ReducerRow*> own;
  for (const ReducerRow& row : rows) {
    if (row.reducer == kGridlock) own[row.problem] = &row;
  }
  double more_questions = 0, larger = 0;
  for (const ReducerRow& row : rows) {
    if (row.reducer == kGridlock || !has_result(row)) continue;
    const ReducerRow& ours = *own.at(row.problem);
    more_questions += !has_result(ours) || ours.asked > row.asked;
    larger += !has_result(ours) || ours.lines > row.lines;
  }
  return {{"reducers that asked fewer questions than gridlock", 0, more_questions},
          {"reducers whose result was smaller than gridlock's", 0, larger}};
}

}  // namespace gridlock::bench
