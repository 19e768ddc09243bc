// gridlock diff: finds where two cells diverge.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "golden/numeric_divergence_text.h"
#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/cli/matrix_options.h"
#include "harness/cli/output_paths.h"
#include "harness/process/temporary_folder.h"
#include "harness/run/locate.h"
#include "harness/workspace/find_cell.h"
#include "harness/workspace/launch.h"
#include "harness/workspace/load_matrix.h"
#include "harness/workspace/notice.h"
#include "harness/workspace/signals.h"
#include "matrix/diagnostic.h"
#include "matrix/planner.h"

namespace gridlock::cli {
namespace {

using golden::CompareMode;
using matrix::PlannedCell;

struct DiffArguments {
  workspace::MatrixArguments matrix;
  std::string left, right;
  std::string out;
  bool exact = false;
};

// Returns the relation for the comparison: the last relation with another cell, because it changes
// the fewest axes. If there is none, returns the relation of the cell with itself, which shows
// less.
const matrix::RelationTo& partner_of(const PlannedCell& planned) {
  const auto& relations = planned.relations;
  const auto other = std::find_if(relations.rbegin(), relations.rend(), [&](const auto& relation) {
    return relation.partner != planned.cell.id;
  });
  if (other != relations.rend()) return *other;
  if (!relations.empty()) return relations.back();
  throw matrix::InputError(fmt::format(
      "no relation compares {} with another cell; name the second cell, too", planned.cell.id));
}

bool relates_exactly(const PlannedCell& one, const PlannedCell& other) {
  return std::ranges::any_of(one.relations, [&](const matrix::RelationTo& relation) {
    return relation.exact && relation.partner == other.cell.id;
  });
}

// Returns the tier of the second training run of a cell that has a relation with itself.
std::string tier_again(const PlannedCell& planned) {
  const std::vector<std::string> tiers = matrix::tiers_again(planned);
  return tiers.empty() ? "" : tiers.back();
}

std::string what_is_trained(const PlannedCell& left, const PlannedCell& right,
                            const run::LocateOptions& options) {
  const bool is_same = left.cell == right.cell;
  std::string text = is_same ? "training the cell twice with tensor traces"
                             : "training both cells with tensor traces";
  if (is_same && !options.tier_again.empty())
    text += fmt::format(", the second time in tier {}", options.tier_again);
  if (options.mode == CompareMode::kRoundings)
    text += ", and an uncompiled cell with random rounding";
  return text;
}

void check_trainable(const PlannedCell& planned) {
  if (planned.skip.empty()) return;
  throw matrix::InputError(
      fmt::format("{} cannot be trained on this machine: {}", planned.cell.id, planned.skip));
}

int diff(const DiffArguments& options) {
  check_output_folder("--out", options.out);
  const matrix::Matrix matrix = workspace::load_matrix(options.matrix);
  const controller::MachineFacts machine = controller::inspect_machine();
  const matrix::Plan plan = matrix::plan(matrix, {machine.gpus});
  const PlannedCell left = workspace::find_cell(matrix, plan, options.left);
  const std::string other = options.right.empty() ? partner_of(left).partner : options.right;
  const PlannedCell right = workspace::find_cell(matrix, plan, other);
  for (const PlannedCell* planned : {&left, &right}) check_trainable(*planned);

  const bool exact = options.exact || relates_exactly(left, right) || relates_exactly(right, left);
  const process::TemporaryFolder temporary("diff");
  const workspace::Stopping stopping("stopping the cells");
  run::LocateOptions locating{
      .training = {},
      .folder = controller::RunFolder(options.out.empty() ? temporary.path() / "run"
                                                          : std::filesystem::path(options.out)),
      .mode = exact ? CompareMode::kBits : CompareMode::kRoundings,
      .uncompiled = run::uncompiled_for(plan, left, right),
      .tier_again = tier_again(left),
      .interrupted = [&] { return stopping.requested(); }};
  locating.training.rerun_command = workspace::rerun_command(options.matrix, matrix);
  locating.training.machine = machine;
  locating.training.launch = workspace::launch_options();
  workspace::notice(what_is_trained(left, right, locating));
  const auto divergence = run::locate(left, right, locating);
  if (!divergence) throw workspace::Interrupted{};
  std::cout << fmt::format("left   {}\nright  {}\n", left.cell.id, right.cell.id)
            << golden::explain(*divergence, locating.mode) << std::flush;
  return divergence->first ? kUnexpected : kExpected;
}

}  // namespace

void add_diff(const arguments::Command& app, int& exit_code) {
  const arguments::Command command = app.subcommand(
      "diff",
      "Find the first tensor in which two cells differ\n\n"
      "Trains both cells and compares, in each step and on all ranks, the inputs, the output of "
      "each\n"
      "module, the loss, all gradients, the parameters and the optimizer's state, also if they "
      "are sharded\n"
      "differently. Differences that rounding explains do not count: gridlock measures how far "
      "rounding\n"
      "moves each tensor. Exit code 1 if the cells diverge.");
  auto options = std::make_shared<DiffArguments>();
  command.option("cell", options->left, "The id of a cell, or its beginning")
      .type_name("CELL")
      .required();
  command
      .option("other", options->right,
              "The second cell; may be the first one again (default: the cell that a relation "
              "compares\nwith the first)")
      .type_name("CELL");
  command
      .option("--matrix", options->matrix.file,
              "A matrix file, or the name of one under matrix/ (default: default)")
      .type_name("FILE");
  add_case_folders(command, options->matrix);
  command.flag("--exact", options->exact,
               "Count every difference of bits (the default if a relation requires equal bits)");
  command
      .option("--out", options->out,
              "Keep the results and the tensor traces in this folder (default: nothing is kept)")
      .type_name("DIR");
  command.action([options, &exit_code] { exit_code = diff(*options); });
}

}  // namespace gridlock::cli
