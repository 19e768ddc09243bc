#include "bench/semantics.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "harness/cli/command.h"
#include "harness/facts/semantics_tables.h"
#include "harness/process/spawn.h"
#include "harness/process/temporary_folder.h"

namespace gridlock::bench {
namespace {

namespace fs = std::filesystem;

void add(process::Program& program, const std::string& option, const std::string& value) {
  program.arguments.push_back(option);
  program.arguments.push_back(value);
}

// Returns the driver, which is a Python program. The driver forks the ranks itself, so torch is
// loaded only once.
process::Program driver(const SemanticsOptions& options) {
  const auto& here = cli::installation();
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

fs::path write_built_in(const std::string& backend, const fs::path& folder) {
  const auto& tables = facts::kSemanticsTables;
  const auto table = std::ranges::find(tables, backend, [](const auto& row) { return row.first; });
  const fs::path path = folder / (backend + ".json");
  std::ofstream(path) << table->second;
  return path;
}

}  // namespace

int bench_semantics(const SemanticsOptions& options) {
  const process::TemporaryFolder folder("semantics");
  process::Program program = driver(options);
  if (!options.write.empty()) add(program, "--write", fs::absolute(options.write));
  add(program, "--built-in", write_built_in(options.backend, folder.path()));
  if (options.compare) program.arguments.push_back("--compare");
  if (!options.only.empty()) program.arguments.push_back("--only");
  program.arguments.insert(program.arguments.end(), options.only.begin(), options.only.end());
  const int code = process::run(std::move(program));
  if (code <= cli::kUnexpected) return code;
  fmt::print(stderr, "gridlock: the measurement failed\n");
  return cli::kEnvironment;
}

}  // namespace gridlock::bench
