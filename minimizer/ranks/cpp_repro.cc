#include "minimizer/ranks/cpp_repro.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "harness/facts/semantics.h"
#include "harness/process/files.h"
#include "harness/process/log.h"
#include "harness/process/spawn.h"
#include "minimizer/ranks/exec_command.h"
#include "minimizer/skeleton/cpp.h"
#include "minimizer/skeleton/recording.h"
#include "minimizer/skeleton/reduction.h"

namespace gridlock::minimizer {
namespace {

namespace fs = std::filesystem;

constexpr double kQuietSeconds = 60;  // without a proof by then, no program is written
constexpr int kSeconds = 10;          // limit for the calls, after the groups are made

std::string sentence_of(const fs::path& evidence) {
  const auto diagnosis = nlohmann::json::parse(process::read_text(evidence / "diagnosis.json"),
                                               nullptr, /*allow_exceptions=*/false);
  const auto finding = diagnosis.is_object() ? diagnosis.value("finding", nlohmann::json::object())
                                             : nlohmann::json::object();
  return finding.value("sentence", "Some ranks wait forever.");
}

int run_in(const fs::path& folder, std::vector<std::string> words, const process::Fd& log) {
  process::Program program;
  program.arguments = std::move(words);
  program.environment["HANG_LIMIT"] = std::to_string(kSeconds);
  program.folder = folder;
  program.standard_output = log.get();
  program.dies_with_parent = true;
  return process::run(std::move(program));
}

}  // namespace

CppRepro write_cpp_repro(const fs::path& evidence, const fs::path& folder) {
  const Snapshots recorded = read_snapshots(evidence);
  const facts::Semantics& all = facts::measured_semantics();
  const auto hang = hang_in(recorded.first, recorded.second, all);
  if (!hang) throw std::runtime_error("the hang is not a proved deadlock");
  const Skeleton whole = skeleton_of(recorded.second);
  const auto measured = all.find(whole.backend);
  if (measured == all.end())
    throw std::runtime_error("gridlock does not know the semantics of the backend " +
                             whole.backend);
  const facts::BackendSemantics semantics = once_met(measured->second);
  const auto its = hang_of(whole, semantics);
  if (!its || !hangs_alike(*hang, *its))
    throw std::runtime_error("the calls of the process groups alone do not hang in the same way");
  const Skeleton reduced = reduce(whole, semantics);
  write_cpp(folder, reduced, "Recorded: " + sentence_of(evidence));
  return {call_count(reduced), static_cast<int>(reduced.ranks.size()), call_count(whole),
          static_cast<int>(whole.ranks.size())};
}

fs::path recorded_hang(const fs::path& gridlock, const fs::path& python, const fs::path& script,
                       const Launch& launch, const fs::path& folder) {
  const process::Fd output = process::make_log();
  process::Program program;
  program.arguments =
      exec_command(gridlock, python, exec_options(launch, folder, kQuietSeconds), script, launch);
  program.environment["HANG_LIMIT"] = kNoLimit;
  program.standard_output = output.get();
  process::run(std::move(program));
  return evidence_in(folder);
}

std::string try_cpp_repro(const fs::path& folder, const fs::path& python) {
  const process::Fd log = process::make_log();
  const std::string option = "-DPython3_EXECUTABLE=" + python.string();
  const bool built = run_in(folder, {"cmake", "-S", ".", "-B", "build", option}, log) == 0 &&
                     run_in(folder, {"cmake", "--build", "build"}, log) == 0;
  const int code = built ? run_in(folder, {"build/repro"}, log) : -1;
  fs::remove_all(folder / "build");
  if (code == 1) return "";
  return (built ? fmt::format("exit code {}: ", code) : "the program does not build: ") +
         process::read_log(log.get());
}

}  // namespace gridlock::minimizer
