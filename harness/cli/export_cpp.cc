#include "harness/cli/export_cpp.h"

#include <fmt/format.h>

#include <stdexcept>

#include "harness/cli/command.h"
#include "harness/cli/output_paths.h"
#include "harness/exec/interpreter.h"
#include "harness/text/quantity.h"
#include "harness/workspace/installation.h"
#include "harness/workspace/load_matrix.h"
#include "harness/workspace/notice.h"
#include "matrix/diagnostic.h"
#include "minimizer/ranks/cpp_repro.h"

namespace gridlock::cli {
namespace {

std::string counted(int calls, int ranks) {
  return text::count_of(static_cast<std::size_t>(calls), "call") + " on " +
         text::count_of(static_cast<std::size_t>(ranks), "rank");
}

void check_new(const std::filesystem::path& program, const std::string& out) {
  if (!out.empty() || !std::filesystem::exists(program)) return;
  throw matrix::InputError(
      "repro/repro.cpp exists already; add `-o repro` to replace it, or choose another folder "
      "with `-o DIR`");
}

}  // namespace

int export_cpp(const std::filesystem::path& evidence, const std::string& out) {
  const std::filesystem::path folder = std::filesystem::absolute(out.empty() ? "repro" : out);
  check_new(folder / "repro.cpp", out);
  check_output_folder("-o", folder);
  const auto python = exec::user_interpreter(workspace::installation().python).python;
  try {
    return export_cpp(evidence, folder, python);
  } catch (const std::runtime_error& error) {
    throw matrix::InputError(
        fmt::format("{}: no C++ program: {}", evidence.string(), error.what()));
  }
}

int export_cpp(const std::filesystem::path& evidence, const std::filesystem::path& folder,
               const std::filesystem::path& python) {
  const minimizer::CppRepro repro = minimizer::write_cpp_repro(evidence, folder);
  fmt::print("{}/repro.cpp written: {} (recorded: {})\n", workspace::typed_path(folder),
             counted(repro.calls, repro.ranks), counted(repro.recorded, repro.recorded_ranks));
  fflush(stdout);
  workspace::notice("building and running the program");
  const std::string instead = minimizer::try_cpp_repro(folder, python);
  if (!instead.empty()) {
    workspace::notice("the program does not hang: " + instead);
    return kUnexpected;
  }
  fmt::print("verified: the program hangs\n");
  return kExpected;
}

}  // namespace gridlock::cli
