#include "bench/testing_module.h"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "bench/bench_plan.h"
#include "harness/controller/machine.h"
#include "harness/process/files.h"
#include "harness/process/log.h"
#include "harness/process/spawn.h"
#include "harness/process/temporary_folder.h"
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

std::optional<json> run_on_gpus(const std::string& name, json specification) {
  if (controller::inspect_machine().gpus == 0) {
    fmt::print(stderr, "gridlock: no GPU is visible here\n");
    return std::nullopt;
  }
  const process::TemporaryFolder folder("bench-gpus");
  const fs::path given = folder.path() / "given";
  fs::create_directory(given);
  specification["gridlock"] = (workspace::installation().binaries / "gridlock").string();
  specification["folder"] = given.string();
  return run_testing_module(name, specification, folder.path());
}

}  // namespace gridlock::bench
