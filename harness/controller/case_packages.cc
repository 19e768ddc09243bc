#include "harness/controller/case_packages.h"

#include <fmt/format.h>

#include <iterator>
#include <sstream>
#include <string>

#include "harness/process/log.h"
#include "harness/process/spawn.h"
#include "harness/text/names.h"

namespace gridlock::controller {
namespace {

constexpr const char* kFindMissing = R"(
import importlib.util, sys
print(*(name for name in sys.argv[1:] if not importlib.util.find_spec(name)), end="")
)";

std::vector<std::string> missing(const std::vector<std::string>& packages,
                                 const std::filesystem::path& python) {
  const process::Fd output = process::make_log();
  process::Program program;
  program.arguments = {python, "-c", kFindMissing};
  program.arguments.insert(program.arguments.end(), packages.begin(), packages.end());
  program.standard_output = output.get();
  if (process::run(std::move(program)) != 0) return {};  // the ranks will report what is wrong
  std::istringstream names(process::read_log(output.get()));
  return {std::istream_iterator<std::string>(names), {}};
}

}  // namespace

void skip_cells_missing_packages(matrix::Plan& plan, const std::filesystem::path& python) {
  if (plan.packages.empty()) return;
  const auto names = missing(plan.packages, python);
  if (names.empty()) return;
  for (matrix::PlannedCell& planned : plan.cells) {
    if (!planned.skip.empty()) continue;
    planned.skip = fmt::format("the case imports {}, which {} does not have", text::listed(names),
                               python.string());
  }
}

}  // namespace gridlock::controller
