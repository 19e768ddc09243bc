#include "bench/testing_module.h"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "bench/bench_plan.h"
#include "harness/process/files.h"
#include "harness/process/log.h"
#include "harness/process/spawn.h"
#include "harness/workspace/installation.h"

namespace gridlock::bench {

namespace fs = std::filesystem;
using nlohmann::json;

std::optional<json> run_testing_module(const std::string& name, const json& specification,
                                       const fs::path& folder) {
  const auto& here = workspace::installation();
  const fs::path package = here.root / "harness" / "rank";
  const fs::path input = folder / "specification.json", result = folder / "result.json";
  std::ofstream(input) << specification.dump();
  process::Program program;
  program.arguments = {here.python, "-m", "gridlock_testing." + name, input, result};
  program.environment = compiler_caches();
  program.environment["PYTHONPATH"] = package.string() + ":" + (package / "testing").string() +
                                      ":" + (here.binaries.parent_path() / "lib").string();
  const process::Fd output = process::make_log();
  program.standard_output = output.get();
  if (process::run(std::move(program)) == 0) return json::parse(process::read_text(result));
  fmt::print(stderr, "{}", process::read_log(output.get()));
  return std::nullopt;
}

}  // namespace gridlock::bench
