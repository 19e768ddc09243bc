#include "harness/cli/run_arguments.h"

#include <fmt/format.h>

#include <vector>

#include "harness/arguments/command.h"
#include "harness/cli/matrix_options.h"
#include "harness/controller/launcher.h"
#include "harness/text/shell_word.h"
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
              "How ranks start. fork: each cell gets new processes, forked from one that has "
              "imported\n"
              "torch; warm: ranks stay alive between cells (fastest); cold: each cell gets new\n"
              "interpreters and empty compiler caches (slowest)")
      .one_of({"fork", "warm", "cold"})
      .show_default();
  command
      .option("--jobs", arguments.jobs,
              "How many cells run at a time, or auto: as many as fit this machine")
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
      "Train only the cells that were not as expected in the newest run of all cells, or in "
      "the\nrun in --out, and the references that they are compared with");
  command
      .option(
          "--out", arguments.out,
          "Folder for the results; it must not hold results of another run (default: a new "
          "folder\n"
          "runs/NAME/TIME; with --select or --failed runs/NAME/TIME-part). With --failed it may "
          "hold\n"
          "the run with the failures")
      .type_name("DIR");
  command.flag("--resume", arguments.resume,
               "Continue the run in --out, or the newest run of this matrix and selection");
  command.flag("--despite-edits", arguments.despite_edits,
               "With --resume: keep the existing results although the case was edited since");
  command
      .option("--maxfail", arguments.max_failures,
              "Stop the run after N cells with unexpected verdicts")
      .type_name("N")
      .range(1, 1000000);
  command.flag("-x,--exitfirst", arguments.exit_first, "The same as --maxfail 1");
  command
      .option("--budget", arguments.budget_seconds,
              "Stop the run after SECONDS, even if cells are left")
      .type_name("SECONDS")
      .positive();
  command.flag("-s,--stream", arguments.training.stream, "Show what ranks print, as they print it");
  command.flag("--keep-logs", arguments.training.keep_logs,
               "Keep the output of all ranks in the evidence folder, also for cells that pass");
  command.flag(
      "--pdb", arguments.pdb,
      "When a rank raises, open pdb (post mortem) for it on this terminal. Meanwhile its cell "
      "has\nno deadline and its other ranks wait. Implies --jobs 1 and --exitfirst");
  command.flag("--no-places", arguments.no_places,
               "Skip the second training that finds the first differing tensor in a cell with "
               "wrong numbers");
  command
      .option(
          "--torch-trace", arguments.torch_trace,
          "Write torch's structured trace (TORCH_TRACE, for tlparse) to the evidence folder: for "
          "all\ncells that compile (always), or for a few that failed, which are trained again "
          "(failures)")
      .one_of({"never", "failures", "always"})
      .show_default();
  command.flag("--torch-profile", arguments.training.torch_profile,
               "Write torch.profiler's trace of each cell's last step (for ui.perfetto.dev) to "
               "the\nevidence folder. That step then takes longer");
  command
      .option("--torch-minifier", arguments.training.torch_minifier,
              "Let torch's minifier write its script to the evidence folder: for exceptions "
              "(dynamo, aot:\nTORCHDYNAMO_REPRO_AFTER, level 2) or inaccurate results "
              "(dynamo-accuracy, aot-accuracy:\nlevel 4)")
      .one_of({"dynamo", "aot", "dynamo-accuracy", "aot-accuracy"});
  command.flag("--no-probe", arguments.no_probe,
               "Do not record collectives. A hang then ends at its deadline, without a proof");
  command
      .option("--json", arguments.json, "Also write each cell's record to this file (JSON lines)")
      .type_name("FILE");
  command.option("--junit", arguments.junit, "Write JUnit XML to this file").type_name("FILE");
  command
      .option("--html", arguments.html,
              "Write a page about the run to this file: causes, failures, a map of all cells")
      .type_name("FILE");
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
      command += fmt::format(" {} {}", option, text::shell_word(fmt::to_string(value)));
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
  add("--html", arguments.html, "");
  add("--launcher", arguments.launcher, usual.launcher);
  add("--agents", arguments.agents, usual.agents);
  if (arguments.despite_edits) command += " --despite-edits";
  return command + " --resume --out " + workspace::typed_path(folder);
}

}  // namespace gridlock::cli
