#include "harness/cli/search_options.h"

#include <fmt/format.h>

#include "harness/arguments/command.h"
#include "harness/cli/matrix_options.h"

namespace gridlock::cli {

void add_search_options(const arguments::Command& command, minimizer::MinimizeArguments& options) {
  command.option("-n,--nproc-per-node", options.ranks, "Number of ranks of the script")
      .type_name("N")
      .range(1, 1024);
  command
      .option("--budget", options.budget,
              fmt::format("Stop the search after a number of runs, as in 200, or after a time, as "
                          "in 90s, 10m or 2h{}",
                          options.budget_note))
      .type_name("BUDGET");
  command
      .option("--out", options.out,
              fmt::format("Folder of the result (default: {}/NAME)", options.results))
      .type_name("DIR");
  command.flag("--resume", options.resume, "Continue the search in the output folder");
  command.flag("--flaky", options.flaky,
               "Accept a failure that does not occur in every run; each step then takes several "
               "runs");
  command
      .option("--control", options.control,
              "The failure is wrong numbers: ARGS are the arguments with which the script "
              "prints\nright numbers. Each run prints a line of JSON per step: {\"step\": 0, "
              "\"loss\": 2.7}")
      .type_name("ARGS");
  command
      .option("--rtol", options.rtol,
              "With --control: the largest relative difference that counts as equal (default: "
              "1e-5)")
      .type_name("X");
  if (options.command == "minimize") {
    command.flag(
        "--not-compiled", options.not_compiled,
        "The failure is that torch.compile captures no graph: the script passes, but runs eagerly");
    command
        .option("--blow-up", options.blow_up,
                "The failure is a compile time that explodes with a size: run the script with a "
                "small and a\nlarge size (8,12) in place of {} in ARGS. The size of a cell is its "
                "cp, or else its layers")
        .type_name("SMALL,LARGE");
    command
        .option(
            "--verify", options.verify,
            "How many runs with gridlock, and how many without it, verify the result (more for a "
            "rare failure)")
        .type_name("N")
        .show_default()
        .range(1, 20);
    command.flag("--cpp", options.cpp,
                 "For a hang in collective calls: also write these calls as a C++ program into "
                 "cpp/ beside\nthe script, then build and run the program");
  }
  command
      .option("--jobs", options.jobs,
              "How many candidate scripts run at a time (default: as many as fit)")
      .range(1, 64);
  command
      .option("--python", options.python,
              "Python that runs the ranks (default: the one in your PATH)")
      .type_name("FILE");
  command
      .option("--matrix", options.matrix.file,
              "The matrix of the cell (default: the matrix `default`)")
      .type_name("FILE");
  add_case_folders(command, options.matrix);
}

}  // namespace gridlock::cli
