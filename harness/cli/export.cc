// gridlock export: writes a cell as one script that needs only torch, or the calls of a hang as a
// C++ program.
#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <memory>

#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/cli/export_cpp.h"
#include "harness/cli/later.h"
#include "harness/cli/matrix_options.h"
#include "harness/cli/output_paths.h"
#include "harness/controller/repro_exporter.h"
#include "harness/workspace/load_matrix.h"
#include "matrix/diagnostic.h"
#include "minimizer/tasks/cell_script.h"

namespace gridlock::cli {
namespace {

struct ExportArguments {
  workspace::MatrixArguments matrix;
  std::string cell;
  std::string out;
  std::string script;  // path of a script or of a folder
  std::string blow_up;
  bool cpp = false;
};

constexpr const char* kDefault = controller::kScriptName;

int run_export(const ExportArguments& options) {
  if (options.cpp) return export_cpp(options.cell, options.script);
  const auto script = std::filesystem::absolute(options.script.empty() ? kDefault : options.script);
  if (options.script.empty() && std::filesystem::exists(script)) {
    throw matrix::InputError(
        fmt::format("{} exists already; add `-o {}` to replace it, or choose another file with "
                    "`-o FILE`",
                    kDefault, kDefault));
  }
  check_output_file("-o", script);
  const minimizer::ExportedCell cell =
      minimizer::export_cell(options.matrix, options.cell, options.out, script, options.blow_up);
  const std::string typed = workspace::typed_path(script);
  std::cout << fmt::format("{} written: {}{}\n  python {}\n", typed, cell.planned.cell.id,
                           cell.failure ? " (" + verdict::verdict_text(*cell.failure) + ")" : "",
                           typed);
  return kExpected;
}

}  // namespace

void add_export(const arguments::Command& app, int& exit_code) {
  const arguments::Command command = app.subcommand(
      kExportCommand.name,
      kExportCommand.about(
          "\n\n"
          "  gridlock export CELL -o repro.py\n"
          "  gridlock export --cpp EVIDENCE -o repro\n\n"
          "With --cpp, writes the recorded calls of a hang as a C++ program with c10d and gloo, "
          "or with plain\n"
          "NCCL. The program has the fewest calls that still hang."));
  auto options = std::make_shared<ExportArguments>();
  command
      .option("cell", options->cell,
              "The id of a cell, as `gridlock list` prints it, or its beginning; with --cpp the "
              "evidence\nfolder of a hang that `gridlock run` or `gridlock exec` wrote")
      .type_name("CELL")
      .required();
  command
      .option("-o,--output", options->script,
              "The script to write; an existing file is replaced (default: repro.py, which is "
              "never\nreplaced). With --cpp: the folder to write (default: repro)")
      .type_name("PATH");
  command.flag("--cpp", options->cpp, "Write the recorded calls of a hang as a C++ program");
  command
      .option("--blow-up", options->blow_up,
              "The script compares the compile time of two sizes of the cell: of its cp, or else "
              "its\nlayers (default after the verdict compile_blowup: two sizes that compile "
              "within seconds)")
      .type_name("SMALL,LARGE");
  add_matrix_of_cell(command, options->matrix);
  command
      .option("--out", options->out,
              "Folder of the run whose verdict the script shows (default: runs/NAME/latest)")
      .type_name("DIR");
  command.action([options, &exit_code] { exit_code = run_export(*options); });
}

}  // namespace gridlock::cli
