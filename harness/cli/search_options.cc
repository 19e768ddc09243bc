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

}  // namespace gridlock::cli
