#include "harness/cli/minimize_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <thread>

#include "harness/arguments/command.h"
#include "harness/cli/cell_script.h"
#include "harness/cli/command.h"
#include "harness/cli/minimize_progress.h"
#include "harness/cli/notice.h"
#include "harness/cli/settings.h"
#include "harness/exec/interpreter.h"
#include "harness/exec/probe_build.h"
#include "harness/run/identity.h"
#include "harness/text/path.h"
#include "harness/verdict/judge.h"
#include "matrix/diagnostic.h"

namespace gridlock::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCellScript = "cell.py";

constexpr int kMostSlots = 16;

// Sets the number of slots (concurrent trials) that the cores can run. It grows when the search
// needs fewer ranks.
void set_slots(minimizer::SearchRequest& request, const MinimizeArguments& options) {
  request.slots = options.jobs > 0 ? options.jobs : kMostSlots;
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  if (options.jobs == 0) request.most_ranks = std::max(cores, request.launch.ranks);
}

// Returns whether the argument is a SCRIPT, and not a CELL or RUN/CELL.
bool is_script(const std::string& word) {
  return fs::is_regular_file(word) || fs::path(word).extension() == ".py";
}

// Splits text such as "--compile --seed 1" into words.
std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

// Returns the comparison for a script with wrong numerical results. Returns nullopt without
// --control.
std::optional<minimizer::Comparison> comparison_of(const MinimizeArguments& options) {
  if (options.control.empty()) return std::nullopt;
  return minimizer::Comparison{{}, words_of(options.control), {}, options.rtol};
}

std::optional<minimizer::Growth> growth_of_script(const MinimizeArguments& options,
                                                  const minimizer::Launch& launch) {
  const auto growth = sizes_from(options.blow_up);
  if (growth && !minimizer::takes_size(launch)) {
    throw matrix::InputError(
        "--blow-up: {} stands for the size in the script's arguments: gridlock minimize -n 1 "
        "--blow-up 8,12 train.py --cp {}");
  }
  return growth;
}

// Returns the checks for a script. The user may choose one at most.
minimizer::Checks checks_of(const MinimizeArguments& options, const minimizer::Launch& launch) {
  const minimizer::Checks checks{comparison_of(options), options.not_compiled,
                                 growth_of_script(options, launch)};
  if (checks.comparison.has_value() + checks.not_compiled + checks.growth.has_value() > 1) {
    throw matrix::InputError(
        "--control, --not-compiled and --blow-up are different failures: name one of them");
  }
  return checks;
}

void take_script(MinimizeTask& task, const MinimizeArguments& options,
                 const std::vector<std::string>& words) {
  minimizer::SearchRequest& request = task.request;
  task.name = words.front();
  request.script = words.front();
  if (!fs::is_regular_file(request.script)) {
    throw matrix::InputError(fmt::format("there is no script {}", words.front()));
  }
  if (options.ranks == 0) {
    throw matrix::InputError(fmt::format("{0} needs the number of ranks: gridlock {0} -n 4 {1}",
                                         options.command, words.front()));
  }
  request.launch.arguments.assign(words.begin() + 1, words.end());
  request.checks = checks_of(options, request.launch);
  request.folder = options.out.empty() ? fs::path(options.results) / request.script.stem()
                                       : fs::path(options.out);
}

bool failed_as(const ExportedCell& cell, verdict::Verdict verdict) {
  return cell.failure && verdict::verdict_before_expectations(*cell.failure) == verdict;
}

// Returns the comparison that the exported script makes, for a cell whose last verdict is `wrong`.
std::optional<minimizer::Comparison> comparison_of(const ExportedCell& cell) {
  if (!failed_as(cell, verdict::Verdict::kWrong)) return std::nullopt;
  minimizer::Comparison comparison{{"--numbers"}, {}, cell.bounds};
  if (cell.has_control) comparison.control = {"--control"};
  return comparison;
}

// Returns the folder name of the cell, such as "dense_bf16.ws4.cp2". It is the same as that of its
// evidence folder.
std::string file_name_of(std::string id) {
  std::ranges::replace(id, '/', '_');
  return id;
}

// Returns the arguments of the matrix: those of the run, unless the options name a matrix.
MatrixArguments matrix_for(const MinimizeArguments& options, const std::string& run) {
  if (run.empty()) return options.matrix;
  const auto identity = run::read_identity(controller::RunFolder(run));
  return identity ? with_matrix_of(*identity, options.matrix) : options.matrix;
}

// Exports the script of the cell and fills in the task. A resumed search continues with its
// original script.
void take_cell(MinimizeTask& task, const MinimizeArguments& options,
               const std::vector<std::string>& words) {
  minimizer::SearchRequest& request = task.request;
  if (words.size() > 1) {
    throw matrix::InputError("a cell takes no arguments: " + words[1] +
                             ". Options come before the cell");
  }
  if (options.ranks != 0) {
    throw matrix::InputError("-n: a cell has its own number of ranks");
  }
  if (!options.control.empty()) {
    throw matrix::InputError("--control: a cell has a control of its own");
  }
  const CellOfRun of = cell_of_run(words.front()).value_or(CellOfRun{"", words.front()});
  task.exported = std::make_shared<process::TemporaryFolder>("export");
  const fs::path exported = task.exported->path() / kCellScript;
  // The script of a resumed search already has its control.
  const Control control = options.resume ? Control::kOfItsRelation : Control::kNearest;
  const ExportedCell cell =
      export_cell(matrix_for(options, of.run), of.cell, of.run, exported, options.blow_up, control);
  const std::string& id = task.name = cell.planned.cell.id;
  task.is_cell = true;
  request.folder =
      options.out.empty() ? fs::path(options.results) / file_name_of(id) : fs::path(options.out);
  request.launch.ranks = cell.ranks;
  if (cell.growth) {  // the script only reports its compile time
    request.checks.growth = cell.growth;
    request.launch.arguments = {"{}"};
  } else {
    request.checks.comparison = comparison_of(cell);
    request.checks.not_compiled = failed_as(cell, verdict::Verdict::kNotCompiled);
    if (cell.failure) task.known_failure = cell.failure->signature;
  }
  const fs::path earlier = request.folder / kCellScript;
  request.script = options.resume && fs::exists(earlier) ? earlier : exported;
  request.keep_script_as = kCellScript;
}

// Throws matrix::InputError if there is a search but no --resume, or --resume but no search.
void check_folder(const minimizer::SearchRequest& request) {
  const bool begun = fs::exists(request.folder / "search");
  if (begun && !request.resume) {
    throw matrix::InputError(fmt::format(
        "{} holds an earlier search. Go on with it by --resume, choose another folder with --out, "
        "or remove it",
        text::shown_path(request.folder)));
  }
  if (!begun && request.resume) {
    throw matrix::InputError(
        fmt::format("nothing to resume: {} holds no search", text::shown_path(request.folder)));
  }
  for (const char* name : {"repro.py", "issue.md", kCellScript}) {
    if (begun || !fs::exists(request.folder / name)) continue;
    throw matrix::InputError(
        fmt::format("{} is there already, and would be replaced. Choose another folder with --out, "
                    "or remove it",
                    text::shown_path(request.folder / name)));
  }
}

}  // namespace

void add_search_options(const arguments::Command& command, MinimizeArguments& options) {
  command.option("-n,--nproc-per-node", options.ranks, "Number of ranks of the script")
      .type_name("N")
      .range(1, 1024);
  command
      .option("--budget", options.budget,
              fmt::format("Stop the search after N candidates (200) or a time (90s, 10m, 2h){}",
                          options.budget_note))
      .type_name("BUDGET");
  command
      .option("--out", options.out,
              fmt::format("Folder of the result (default: {}/NAME)", options.results))
      .type_name("DIR");
  command.flag("--resume", options.resume, "Go on with the search that is in the folder");
  command.flag("--flaky", options.flaky,
               "Take a failure that does not show in every run, with repeated runs");
  command
      .option("--control", options.control,
              "Wrong numbers: the arguments with which the script trains right ones. Both print a "
              "line of JSON for each step: {\"step\": 0, \"loss\": 2.7}")
      .type_name("ARGS");
  command
      .option("--rtol", options.rtol,
              "With --control: the relative difference that is allowed (default: 1e-5)")
      .type_name("X");
  if (options.command == "minimize") {
    command.flag(
        "--not-compiled", options.not_compiled,
        "The script ends well and calls what torch.compile gave it, but no graph is captured");
    command
        .option("--blow-up", options.blow_up,
                "Its compile time explodes with its size, for which {} stands in ARGS: run it with "
                "a\nsmall and a large size (8,12), and compare. Of a cell: its cp, else its layers")
        .type_name("SMALL,LARGE");
    command
        .option(
            "--verify", options.verify,
            "Runs that verify the result, with and without gridlock (a rare failure takes more)")
        .type_name("N")
        .show_default()
        .range(1, 20);
    command.flag("--cpp", options.cpp,
                 "Of a hang in collective calls: write them as a C++ program, too, into cpp/ "
                 "beside the\nscript, then build and run it");
  }
  command.option("--jobs", options.jobs, "Candidates to run at a time (as many as fit)")
      .range(1, 64);
  command.option("--python", options.python, "Python that runs the ranks (the one in your PATH)")
      .type_name("FILE");
  command.option("--matrix", options.matrix.file, "The matrix of the cell (default: default)")
      .type_name("FILE");
  add_case_folders(command, options.matrix);
}

minimizer::Programs find_programs(const std::string& python) {
  const Installation& here = installation();
  minimizer::Programs programs;
  const exec::Interpreter ranks =
      python.empty() ? exec::user_interpreter(here.python) : exec::query_interpreter(python);
  if (ranks.torch.empty()) {
    throw matrix::InputError(fmt::format("{} has no torch", ranks.python.string()));
  }
  programs.gridlock = here.binaries / "gridlock";
  programs.python = ranks.python;
  programs.package = here.root / "minimizer";
  programs.parts = exec::find_parts(here.root, here.binaries, here.python);
  programs.parts.probe =
      exec::probe_for(ranks, {here.root, here.python, programs.parts.probe}, notice);
  programs.parts.torch = ranks.torch;
  return programs;
}

void until_interrupted(const std::function<void(std::stop_token)>& work) {
  std::stop_source stopping;
  const std::jthread watching([&, &signal = stop_on_signals()](std::stop_token done) {
    while (!done.stop_requested() && signal == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    if (signal != 0) stopping.request_stop();
  });
  work(stopping.get_token());
}

MinimizeTask minimize_task(const MinimizeArguments& options,
                           const std::vector<std::string>& words) {
  if (words.empty()) {
    throw matrix::InputError(
        fmt::format("{0} needs a script or a cell: gridlock {0} -n 4 train.py [ARGUMENTS], or "
                    "gridlock {0} CELL",
                    options.command));
  }
  MinimizeTask task;
  minimizer::SearchRequest& request = task.request;
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

}  // namespace gridlock::cli
