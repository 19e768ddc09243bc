#include "bench/minimize_scripts.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "bench/script_trial.h"
#include "harness/process/fd.h"
#include "harness/process/files.h"
#include "harness/process/spawn.h"
#include "harness/process/temporary_folder.h"
#include "harness/selftest/quantile.h"
#include "harness/workspace/installation.h"
#include "minimizer/tasks/programs.h"

namespace gridlock::bench {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Returns the generated problems, one JSON object each.
std::vector<json> generated(const std::vector<std::string>& names) {
  const workspace::Installation& here = workspace::installation();
  const process::TemporaryFolder folder("problems");
  const fs::path printed = folder.path() / "problems.jsonl";
  process::Program program;
  program.arguments = {here.python,
                       here.root / "minimizer" / "testing" / "scripts" / "generate.py"};
  program.arguments.insert(program.arguments.end(), names.begin(), names.end());
  program.environment = {{"PYTHONDONTWRITEBYTECODE", "1"}};
  const process::Fd output(open(printed.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  program.standard_output = output.get();
  const bool works = process::run(std::move(program)) == 0;
  const std::string text = process::read_text(printed);
  if (!works) throw std::runtime_error("minimizer/testing/scripts/generate.py failed: " + text);
  std::vector<json> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) rows.push_back(json::parse(line));
  return rows;
}

ScriptProblem problem_from(const json& row) {
  return {row.at("name"),    row.at("ranks"),   row.at("fewest_ranks"), row.at("script"),
          row.at("optimum"), row.at("numbers"), row.at("control")};
}

ScriptRow row_of(const ScriptProblem& problem, const minimizer::Programs& programs,
                 run::ForkServer& server) {
  ScriptTrial trial(problem, programs, server);
  ScriptRow row;
  row.name = problem.name;
  row.optimum = minimizer::line_count({problem.optimum, {}});
  row.from_lines = minimizer::line_count(trial.original());
  row.from_ranks = problem.ranks;
  row.fewest_ranks = problem.fewest_ranks;
  const minimizer::Measured measured = trial.measured(trial.original());
  if (!measured.always()) {
    row.error = fmt::format("fails in {} of {} runs", measured.failures, measured.runs);
    return row;
  }
  row.failure = headline(*measured.signature);
  const minimizer::Result result = trial.search(measured);
  row.lines = minimizer::line_count(result.best);
  row.ranks = result.best.launch.ranks;
  row.asked = result.statistics.asked;
  row.runs = result.statistics.runs;
  row.repeated = result.statistics.repeated;
  row.screened = result.statistics.screened;
  row.completing = result.statistics.completing;
  row.seconds = result.seconds;
  row.proofs_ms = trial.proofs_ms();
  const minimizer::Measured again = trial.measured(result.best);
  row.slipped = again.signature && *again.signature != *measured.signature;
  row.success = again.always() && !row.slipped;
  return row;
}

void print_heading() {
  fmt::print("\n{:<24} {:>12} {:>7} {:>7} {:>9} {:>5} {:>7} {:>7}\n", "scripts on real ranks",
             "lines", "optimum", "ranks", "questions", "runs", "refused", "seconds");
}

// Returns text such as "9+4": the number of refused candidates that are no valid programs, and the
// number of those that cannot hang.
std::string refused_words(const ScriptRow& row) {
  return fmt::format("{}+{}", row.screened, row.completing);
}

void print_row(const ScriptRow& row) {
  if (!row.error.empty()) {
    fmt::print("{:<24} NOT minimized: {}\n", row.name, row.error);
  } else {
    const char* note = row.slipped ? "SLIPPED: " : row.success ? "" : "NOT every time: ";
    fmt::print("{:<24} {:>12} {:>7} {:>7} {:>9} {:>5} {:>7} {:>7.0f}  {}{}\n", row.name,
               fmt::format("{} → {}", row.from_lines, row.lines), row.optimum,
               fmt::format("{} → {}", row.from_ranks, row.ranks), row.asked, row.runs,
               refused_words(row), row.seconds, note, row.failure);
  }
  std::fflush(stdout);
}

void print_json(const ScriptRow& row) {
  const nlohmann::ordered_json line = {
      {"problem", row.name},      {"failure", row.failure},     {"success", row.success},
      {"slipped", row.slipped},   {"asked", row.asked},         {"runs", row.runs},
      {"repeated", row.repeated}, {"screened", row.screened},   {"completing", row.completing},
      {"lines", row.lines},       {"optimum", row.optimum},     {"ranks", row.ranks},
      {"seconds", row.seconds},   {"proofs_ms", row.proofs_ms}, {"error", row.error}};
  fmt::print("{}\n", line.dump());
  std::fflush(stdout);
}

}  // namespace

std::vector<ScriptProblem> script_problems(bool all, const std::vector<std::string>& names) {
  std::vector<std::string> chosen = names;
  if (names.empty()) {
    for (const json& row : generated({}))
      if (all || row.at("default").get<bool>()) chosen.push_back(row.at("name"));
  }
  std::vector<ScriptProblem> problems;
  for (const json& row : generated(chosen)) problems.push_back(problem_from(row));
  return problems;
}

std::vector<ScriptRow> measure_scripts(const std::vector<ScriptProblem>& problems, bool as_json) {
  const minimizer::Programs programs = minimizer::find_programs(workspace::installation().python);
  run::ForkServer server(programs.gridlock, programs.python, programs.parts);
  std::vector<ScriptRow> rows;
  if (!as_json) print_heading();
  for (const ScriptProblem& problem : problems) {
    rows.push_back(row_of(problem, programs, server));
    as_json ? print_json(rows.back()) : print_row(rows.back());
  }
  return rows;
}

std::vector<Target> script_targets(const std::vector<ScriptRow>& rows) {
  std::vector<double> ratios, ranks, proofs_ms;
  double slips = 0, failures = 0, repeated = 0;
  for (const ScriptRow& row : rows) {
    failures += !row.success;
    slips += row.slipped;
    repeated += row.repeated;
    proofs_ms.insert(proofs_ms.end(), row.proofs_ms.begin(), row.proofs_ms.end());
    if (!row.error.empty()) continue;
    ratios.push_back(row.size_ratio());
    ranks.push_back(row.ranks_ratio());
  }
  std::ranges::sort(proofs_ms);
  return {{"scripts: results that do not fail every time", 0, failures},
          {"scripts: slips to another failure", 0, slips},
          {"scripts: questions asked twice", 0, repeated},
          {"scripts: size relative to the optimum (median)", 1.25, median_of(ratios)},
          {"scripts: size relative to the optimum (worst)", 2, greatest_of(ratios)},
          {"scripts: ranks relative to the optimum (worst)", 1, greatest_of(ranks)},
          {"scripts: ms from a hang's last event to its proof (median)", 50, median_of(proofs_ms)},
          {"… (99 of 100)", 500, selftest::quantile(proofs_ms, 0.99)}};
}

}  // namespace gridlock::bench
