#include "minimizer/ranks/cpp_repro.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "harness/facts/semantics.h"
#include "harness/process/files.h"
#include "harness/process/log.h"
#include "harness/process/spawn.h"
#include "minimizer/skeleton/cpp.h"
#include "minimizer/skeleton/recording.h"
#include "minimizer/skeleton/reduction.h"

namespace gridlock::minimizer {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBackend = "gloo";
constexpr int kSeconds = 10;  // that the program may take; its ranks connect in less than one

void check_backends(const facts::Snapshot& snapshot) {
  for (const facts::RankFacts& rank : snapshot.ranks) {
    for (const facts::Group& group : rank.groups) {
      if (group.backend == kBackend) continue;
      throw std::runtime_error(fmt::format(
          "its groups are {}'s; a C++ program is made of gloo's calls only", group.backend));
    }
  }
}

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
  check_backends(recorded.second);
  const facts::Semantics& all = facts::measured_semantics();
  const auto hang = hang_in(recorded.first, recorded.second, all);
  if (!hang) throw std::runtime_error("it is not proved to be a deadlock");
  const Skeleton whole = skeleton_of(recorded.second);
  const facts::BackendSemantics& semantics = all.find(kBackend)->second;
  if (hang_of(whole, semantics) != hang)
    throw std::runtime_error("the calls of its process groups alone do not hang in the same way");
  const Skeleton reduced = reduce(whole, semantics);
  write_cpp(folder, reduced, "Recorded: " + sentence_of(evidence));
  return {call_count(reduced), static_cast<int>(reduced.ranks.size()), call_count(whole),
          static_cast<int>(whole.ranks.size())};
}

std::string try_cpp_repro(const fs::path& folder, const fs::path& python) {
  const process::Fd log = process::make_log();
  const std::string option = "-DPython3_EXECUTABLE=" + python.string();
  const bool built = run_in(folder, {"cmake", "-S", ".", "-B", "build", option}, log) == 0 &&
                     run_in(folder, {"cmake", "--build", "build"}, log) == 0;
  const int code = built ? run_in(folder, {"build/repro"}, log) : -1;
  fs::remove_all(folder / "build");
  if (code == 1) return "";
  return (built ? fmt::format("exit code {}: ", code) : "it does not build: ") +
         process::read_log(log.get());
}

}  // namespace gridlock::minimizer
