// gridlock export: writes a cell as one script that needs only torch, or the calls of a hang as a
// C++ program.
#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <memory>

#include "harness/arguments/command.h"
#include "harness/cli/cell_script.h"
#include "harness/cli/command.h"
#include "harness/cli/export_cpp.h"
#include "harness/cli/later.h"
#include "harness/cli/output_paths.h"
#include "harness/controller/repro_exporter.h"
#include "matrix/diagnostic.h"

namespace gridlock::cli {
namespace {

struct ExportArguments {
  MatrixArguments matrix;
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
    throw matrix::InputError(fmt::format(
        "{} exists already; `-o {}` replaces it, `-o FILE` writes another", kDefault, kDefault));
  }
  check_output_file("-o", script);
  const ExportedCell cell =
      export_cell(options.matrix, options.cell, options.out, script, options.blow_up);
  const std::string typed = typed_path(script);
  std::cout << fmt::format("{} written: {}{}\n  python {}\n", typed, cell.planned.cell.id,
                           cell.failure ? " (" + verdict::verdict_text(*cell.failure) + ")" : "",
                           typed);
  return kExpected;
}

}  // namespace

void add_export(const arguments::Command& app, int& exit_code) {
  const arguments::Command command =
      app.subcommand(kExportCommand.name, kExportCommand.about("\n\n"
                     "  gridlock export CELL -o repro.py\n"
                     "  gridlock export --cpp EVIDENCE -o repro\n\n"
                     "With --cpp: the recorded calls of a hang, as few as still hang, as a C++ "
                     "program: on c10d\nand gloo, or on plain NCCL."));
  auto options = std::make_shared<ExportArguments>();
  command
      .option("cell", options->cell,
              "The id of a cell, as `gridlock list` prints it, or the beginning of one; with --cpp "
              "the folder that `gridlock run` or `gridlock exec` left of a hang")
      .type_name("CELL")
      .required();
  command
      .option(
          "-o,--output", options->script,
          "The script; replaces the file (default: repro.py, unless there is one). With --cpp: the "
          "folder (default: repro)")
      .type_name("PATH");
  command.flag("--cpp", options->cpp, "Write the recorded calls of a hang as a C++ program");
  command
      .option("--blow-up", options->blow_up,
              "Compare the cell's compile time in two sizes, of its cp or else of its layers (by\n"
              "default where that was the verdict, in sizes that compile within seconds)")
      .type_name("SMALL,LARGE");
  add_matrix_of_cell(command, options->matrix);
  command
      .option("--out", options->out,
              "Folder of a run, whose verdict the script is to show (default: runs/NAME/latest)")
      .type_name("DIR");
  command.action([options, &exit_code] { exit_code = run_export(*options); });
}

}  // namespace gridlock::cli
