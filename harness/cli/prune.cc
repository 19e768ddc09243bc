// gridlock prune: removes old runs of a matrix.
#include "harness/run/prune.h"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <memory>
#include <string>

#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/text/names.h"
#include "harness/text/path.h"
#include "matrix/diagnostic.h"

namespace gridlock::cli {
namespace {

struct PruneArguments {
  std::string matrix = "default";
  int keep = 0;
  bool dry_run = false;
};

// Returns the name of a matrix: "default" for "default", "default.toml" and "my/default.toml".
std::string name_of(const std::string& matrix) {
  const std::filesystem::path path = matrix;
  return path.extension() == ".toml" ? path.stem().string() : matrix;
}

run::Runs find_runs(const std::string& name) {
  if (name.empty() || name.starts_with('.') || name.find('/') != std::string::npos) {
    throw matrix::InputError(
        fmt::format("'{}' is not the name of a matrix; usage: gridlock prune NAME", name));
  }
  run::Runs runs(name);
  if (std::filesystem::is_directory(runs.root())) return runs;
  throw matrix::InputError(fmt::format("there are no runs of '{}': no folder runs/{}{}", name, name,
                                       text::did_you_mean(name, run::matrices_with_runs())));
}

int prune(const PruneArguments& options) {
  const run::Runs runs = find_runs(name_of(options.matrix));
  for (const run::Pruned& pruned : choose_pruned(runs, options.keep)) {
    const std::string path = text::shown_path(pruned.run.folder.root());
    if (!pruned.kept.empty()) {
      std::cout << fmt::format("kept          {} ({})\n", path, pruned.kept);
      continue;
    }
    if (!options.dry_run) remove(pruned.run);
    std::cout << fmt::format("{}  {}\n", options.dry_run ? "would remove" : "removed     ", path);
  }
  std::cout << std::flush;
  return kExpected;
}

}  // namespace

void add_prune(const arguments::Command& app, int& exit_code) {
  const arguments::Command command =
      app.subcommand("prune",
                     "Remove old runs of a matrix. Keeps the run that runs/NAME/latest points to, "
                     "runs in progress "
                     "and\nfolders chosen with --out");
  auto options = std::make_shared<PruneArguments>();
  command.option("matrix", options->matrix, "The matrix, or its name")
      .type_name("NAME")
      .show_default();
  command
      .option("--keep", options->keep,
              "Keep the N newest runs of all cells, and the N newest runs of only some cells")
      .type_name("N")
      .range(0, 1000000)
      .required();
  command.flag("--dry-run", options->dry_run, "Only list what would be removed");
  command.action([options, &exit_code] { exit_code = prune(*options); });
}

}  // namespace gridlock::cli
