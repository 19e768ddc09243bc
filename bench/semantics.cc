// gridlock bench semantics runs small programs on real ranks. They measure which calls each
// operation of a backend waits for, and what happens to calls that do not match. The result is the
// table that the prover uses.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "bench/bench.h"
#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/facts/semantics_tables.h"
#include "harness/process/spawn.h"
#include "harness/process/temporary_folder.h"
#include "harness/workspace/installation.h"

namespace gridlock::bench {
namespace {

namespace fs = std::filesystem;

struct SemanticsOptions {
  std::string backend = "gloo";
  std::string write;     // file for the measured table; "" = none
  bool compare = false;  // compares the measured table with the built-in table
  int jobs = 8;          // programs in parallel
  int repeat = 2;        // runs per program
  // Measures only these properties, and which calls operations wait for; empty = all. Properties
  // are named as in gridlock_testing/programs/measurement.py. The written table takes all other
  // values from the built-in table.
  std::vector<std::string> only;
};

void add(process::Program& program, const std::string& option, const std::string& value) {
  program.arguments.push_back(option);
  program.arguments.push_back(value);
}

// Returns the driver, which is a Python program. The driver forks the ranks itself, so torch is
// loaded only once.
process::Program driver(const SemanticsOptions& options) {
  const auto& here = workspace::installation();
  const fs::path package = here.root / "harness" / "rank";
  process::Program program;
  program.arguments = {here.python, "-m", "gridlock_testing.programs", "bench"};
  add(program, "--backend", options.backend);
  add(program, "--jobs", std::to_string(options.jobs));
  add(program, "--repeat", std::to_string(options.repeat));
  program.environment = {{"PYTHONPATH", package.string() + ":" + (package / "testing").string() +
                                            ":" + (here.binaries.parent_path() / "lib").string()},
                         {"PYTHONDONTWRITEBYTECODE", "1"}};
  return program;
}

fs::path write_built_in(const fs::path& folder) {
  const fs::path path = folder / "tables.json";
  std::ofstream(path) << facts::kSemanticsTables;
  return path;
}

// Prints the measurements and each difference from the built-in table. Returns an exit code, which
// is 1 if the tables differ.
int bench_semantics(const SemanticsOptions& options) {
  const process::TemporaryFolder folder("semantics");
  process::Program program = driver(options);
  if (!options.write.empty()) add(program, "--write", fs::absolute(options.write));
  add(program, "--built-in", write_built_in(folder.path()));
  if (options.compare) program.arguments.push_back("--compare");
  if (!options.only.empty()) program.arguments.push_back("--only");
  program.arguments.insert(program.arguments.end(), options.only.begin(), options.only.end());
  const int code = process::run(std::move(program));
  if (code <= cli::kUnexpected) return code;
  fmt::print(stderr, "gridlock: the measurement failed; its output is above\n");
  return cli::kEnvironment;
}

}  // namespace

void add_semantics(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command = bench.subcommand(
      "semantics",
      "Measure which calls operations wait for, and the outcome of calls that do not match");
  auto options = std::make_shared<SemanticsOptions>();
  command.option("--backend", options->backend, "The backend to measure")
      .one_of({"gloo", "nccl"})
      .show_default();
  command.option("--write", options->write, "Write the table to this file, as JSON");
  command.flag("--compare", options->compare, "Fail if the table differs from the built-in one");
  command.option("--jobs", options->jobs, "Programs to run at a time").range(1, 64).show_default();
  command.option("--repeat", options->repeat, "How many times each program runs")
      .range(1, 100)
      .show_default();
  command
      .option(
          "--only", options->only,
          "Measure only this property, besides what operations wait for; take other values from "
          "the built-in table")
      .one_of({"pairs", "arguments", "empty", "dead", "messages", "workers", "issues"});
  command.action([options, &exit_code] { exit_code = bench_semantics(*options); });
}

}  // namespace gridlock::bench
