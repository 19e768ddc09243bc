#include "harness/cli/run_arguments.h"

#include <fmt/format.h>

#include <vector>

#include "harness/arguments/command.h"
#include "harness/cli/matrix_options.h"
#include "harness/controller/launcher.h"
#include "harness/workspace/load_matrix.h"

namespace gridlock::cli {
namespace {

std::vector<std::string> launcher_names() {
  std::vector<std::string> names;
  for (const auto& row : controller::launchers()) names.emplace_back(row.name);
  return names;
}

}  // namespace

void add_run_arguments(const arguments::Command& command, RunArguments& arguments) {
  add_matrix_arguments(command, arguments.matrix);
  command
      .option("--tier", arguments.training.tier,
              "fork: a fresh process per cell, forked from one that has torch loaded;\n"
              "warm: ranks stay alive between cells (fastest);\n"
              "cold: a fresh interpreter and fresh caches per cell (slowest)")
      .one_of({"fork", "warm", "cold"})
      .show_default();
  command.option("--jobs", arguments.jobs, "Cells to run at a time: a number, or auto")
      .one_of_or_range({"auto"}, 1, 1024)
      .show_default();
  command
      .option("--repeat", arguments.training.repeat,
              "Train each cell N times and compare the results bit for bit")
      .type_name("N")
      .range(1, 1000)
      .show_default();
  command
      .option("--deadline", arguments.deadline_seconds,
              "Stop a cell that makes no progress for SECONDS (default: from the matrix)")
      .type_name("SECONDS")
      .positive();
  command.flag(
      "--failed", arguments.failed,
      "Only what was not as expected in the newest run of all cells, or in the run that --out\n"
      "holds, and the references that judge it");
  command
      .option(
          "--out", arguments.out,
          "Folder of the run, without results of an earlier one (default: a new folder,\n"
          "runs/NAME/TIME; with --select or --failed runs/NAME/TIME-part). With --failed it may\n"
          "be the run that failed")
      .type_name("DIR");
  command.flag("--resume", arguments.resume,
               "Go on with the run in --out, or with the newest one of this matrix and selection");
  command.flag("--despite-edits", arguments.despite_edits,
               "With --resume: keep results of the case as it was before it was edited");
  command
      .option("--maxfail", arguments.max_failures, "Stop after N cells that were not as expected")
      .type_name("N")
      .range(1, 1000000);
  command.flag("-x,--exitfirst", arguments.exit_first, "The same as --maxfail 1");
  command.option("--budget", arguments.budget_seconds, "Stop after SECONDS, whatever is left")
      .type_name("SECONDS")
      .positive();
  command.flag("-s,--stream", arguments.training.stream, "Show what ranks print, as they print it");
  command.flag("--keep-logs", arguments.training.keep_logs,
               "Keep what ranks print in the evidence folder, even of cells that pass");
  command.flag(
      "--pdb", arguments.pdb,
      "Debug the first rank that raises, on this terminal (pdb, post mortem); its cell has no\n"
      "deadline meanwhile, and its other ranks wait. Implies --jobs 1 and --exitfirst");
  command.flag("--no-places", arguments.no_places,
               "Do not train cells with wrong numbers again to see where these begin");
  command
      .option(
          "--torch-trace", arguments.torch_trace,
          "Keep torch's structured trace (TORCH_TRACE) of cells that compile, for tlparse, in the\n"
          "evidence folder: of all, or of a few that failed, which are trained again for it")
      .one_of({"never", "failures", "always"})
      .show_default();
  command.flag("--torch-profile", arguments.training.torch_profile,
               "Keep torch.profiler's trace of each cell's last step (for ui.perfetto.dev) in the\n"
               "evidence folder; that step then takes longer");
  command
      .option("--torch-minifier", arguments.training.torch_minifier,
              "Let torch's own minifier leave what raises (TORCHDYNAMO_REPRO_AFTER, level 2),\n"
              "or what is inaccurate (level 4), in the evidence folder")
      .one_of({"dynamo", "aot", "dynamo-accuracy", "aot-accuracy"});
  command.flag("--no-probe", arguments.no_probe,
               "Do not record collectives: a hang then ends at its deadline without a proof");
  command
      .option("--json", arguments.json, "Also write each cell's record to this file (JSON lines)")
      .type_name("FILE");
  command.option("--junit", arguments.junit, "Write JUnit XML to this file").type_name("FILE");
  command.option("--launcher", arguments.launcher, "How to start the agents")
      .one_of(launcher_names())
      .show_default();
  command.option("--agents", arguments.agents, "Number of agents that mpirun starts")
      .range(1, 4096)
      .show_default();
}

std::string resume_command(const RunArguments& arguments, const matrix::Matrix& matrix,
                           const std::filesystem::path& folder) {
  const RunArguments usual;
  std::string command = workspace::rerun_command(arguments.matrix, matrix);
  const auto add = [&](const char* option, const auto& value, const auto& usual_value) {
    if (value != usual_value) {
      command += fmt::format(" {} {}", option, workspace::shell_word(fmt::to_string(value)));
    }
  };
  add("--select", arguments.matrix.select, "");
  if (arguments.failed) command += " --failed";
  add("--tier", arguments.training.tier, usual.training.tier);
  add("--jobs", arguments.jobs, usual.jobs);
  add("--repeat", arguments.training.repeat, usual.training.repeat);
  add("--deadline", arguments.deadline_seconds, usual.deadline_seconds);
  if (arguments.training.stream) command += " --stream";
  if (arguments.training.keep_logs) command += " --keep-logs";
  if (arguments.no_places) command += " --no-places";
  add("--torch-trace", arguments.torch_trace, usual.torch_trace);
  if (arguments.training.torch_profile) command += " --torch-profile";
  add("--torch-minifier", arguments.training.torch_minifier, "");
  if (arguments.no_probe) command += " --no-probe";
  add("--json", arguments.json, "");
  add("--junit", arguments.junit, "");
  add("--launcher", arguments.launcher, usual.launcher);
  add("--agents", arguments.agents, usual.agents);
  if (arguments.despite_edits) command += " --despite-edits";
  return command + " --resume --out " + workspace::typed_path(folder);
}

}  // namespace gridlock::cli
