#include "minimizer/tasks/script_task.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <sstream>

#include "matrix/diagnostic.h"
#include "minimizer/tasks/cell_script.h"
#include "minimizer/tasks/minimize_task.h"

namespace gridlock::minimizer {
namespace {

namespace fs = std::filesystem;

// Splits text such as "--compile --seed 1" into words.
std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

// Returns the comparison for a script with wrong numerical results. Returns nullopt without
// --control.
std::optional<Comparison> comparison_of(const MinimizeArguments& options) {
  if (options.control.empty()) return std::nullopt;
  return Comparison{{}, words_of(options.control), {}, options.rtol};
}

std::optional<Growth> growth_of(const MinimizeArguments& options, const Launch& launch) {
  const auto growth = sizes_from(options.blow_up);
  if (growth && !takes_size(launch)) {
    throw matrix::InputError(
        "--blow-up: write {} in place of the size in the script's arguments: gridlock minimize -n "
        "1 --blow-up 8,12 train.py --cp {}");
  }
  return growth;
}

// Returns the checks for a script. The user may choose one at most.
Checks checks_of(const MinimizeArguments& options, const Launch& launch) {
  const Checks checks{comparison_of(options), options.not_compiled, growth_of(options, launch)};
  if (checks.comparison.has_value() + checks.not_compiled + checks.growth.has_value() > 1) {
    throw matrix::InputError(
        "--control, --not-compiled and --blow-up name different failures; use only one of them");
  }
  return checks;
}

}  // namespace

void take_script(MinimizeTask& task, const MinimizeArguments& options,
                 const std::vector<std::string>& words) {
  SearchRequest& request = task.request;
  task.name = words.front();
  request.script = words.front();
  if (!fs::is_regular_file(request.script)) {
    throw matrix::InputError(fmt::format("there is no script {}", words.front()));
  }
  if (options.ranks == 0) {
    throw matrix::InputError(
        fmt::format("-n, the number of ranks, is missing: gridlock {0} -n 4 {1}", options.command,
                    words.front()));
  }
  request.launch.arguments.assign(words.begin() + 1, words.end());
  request.checks = checks_of(options, request.launch);
  request.folder = options.out.empty() ? fs::path(options.results) / request.script.stem()
                                       : fs::path(options.out);
}

}  // namespace gridlock::minimizer
