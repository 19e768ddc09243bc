#include "minimizer/tasks/minimize_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "harness/text/path.h"
#include "matrix/diagnostic.h"
#include "minimizer/tasks/budget.h"
#include "minimizer/tasks/cell_task.h"
#include "minimizer/tasks/script_task.h"

namespace gridlock::minimizer {
namespace {

namespace fs = std::filesystem;

constexpr int kMostSlots = 16;

// Sets the number of slots (concurrent candidates) that the cores can run. More slots become free
// when candidates have fewer ranks.
void set_slots(SearchRequest& request, const MinimizeArguments& options) {
  request.slots = options.jobs > 0 ? options.jobs : kMostSlots;
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  if (options.jobs == 0) request.most_ranks = std::max(cores, request.launch.ranks);
}

// Returns whether the argument is a SCRIPT, and not a CELL or RUN/CELL.
bool is_script(const std::string& word) {
  return fs::is_regular_file(word) || fs::path(word).extension() == ".py";
}

// Throws matrix::InputError if there is a search but no --resume, or --resume but no search.
void check_folder(const SearchRequest& request) {
  const bool begun = fs::exists(request.folder / "search");
  if (begun && !request.resume) {
    throw matrix::InputError(fmt::format(
        "{} holds an earlier search. Continue it with --resume, choose another folder with --out, "
        "or remove the folder",
        text::shown_path(request.folder)));
  }
  if (!begun && request.resume) {
    throw matrix::InputError(
        fmt::format("nothing to resume: {} holds no search", text::shown_path(request.folder)));
  }
  for (const char* name : {"repro.py", "issue.md", kCellScript}) {
    if (begun || !fs::exists(request.folder / name)) continue;
    throw matrix::InputError(
        fmt::format("{} exists already. Choose another folder with --out, or remove the existing "
                    "one",
                    text::shown_path(request.folder / name)));
  }
}

}  // namespace

MinimizeTask minimize_task(const MinimizeArguments& options,
                           const std::vector<std::string>& words) {
  if (words.empty()) {
    throw matrix::InputError(
        fmt::format("{0} needs a script or a cell: gridlock {0} -n 4 train.py [ARGUMENTS], or "
                    "gridlock {0} CELL",
                    options.command));
  }
  MinimizeTask task;
  SearchRequest& request = task.request;
  request.launch.ranks = options.ranks;
  request.resume = options.resume;
  request.flaky = options.flaky;
  request.verification_runs = options.verify;
  request.budget = parse_budget(options.budget);
  is_script(words.front()) ? take_script(task, options, words) : take_cell(task, options, words);
  set_slots(request, options);
  check_folder(request);
  return task;
}

}  // namespace gridlock::minimizer
