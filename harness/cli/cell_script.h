// A cell as one script that needs torch alone: `export` writes it and `minimize` shrinks it.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "harness/cli/load_matrix.h"
#include "harness/verdict/record.h"
#include "matrix/plan.h"
#include "minimizer/ranks/growth.h"

namespace gridlock::cli {

struct ExportedCell {
  matrix::PlannedCell planned;
  int ranks = 1;
  std::optional<verdict::CellRecord> failure = {};  // the newest failure in the run that was read
  // A wrong cell's script compares its numbers with a control, within these bounds.
  bool has_control = false;
  std::map<std::string, double> bounds = {};
  // The script of a cell with exploding compile time takes a size; these two sizes are compared.
  std::optional<minimizer::Growth> growth = {};
};

// The control of a wrong cell's script: the cell that its relation names, or one that differs in
// fewer axes, which may have to be trained first (nearest_control.h).
enum class Control { kOfItsRelation, kNearest };

// Writes the cell with the id, or the cell whose id begins with it, to `script`. Reads the cell's
// records from the run in `run`; "" = the newest run of all cells. `blow_up`: two sizes to compare
// ("8,12"); "" = the sizes that the run suggests if compile time exploded. Throws
// matrix::InputError.
ExportedCell export_cell(const MatrixArguments& matrix, const std::string& id,
                         const std::string& run, const std::filesystem::path& script,
                         const std::string& blow_up = "",
                         Control nearness = Control::kOfItsRelation);

// Parses --blow-up; nullopt for "". Throws matrix::InputError.
std::optional<minimizer::Growth> sizes_from(const std::string& blow_up);

// RUN/CELL: a folder of a run, and a cell of it.
struct CellOfRun {
  std::string run;
  std::string cell;
};
// Returns nullopt if the text does not begin with the folder of a run.
std::optional<CellOfRun> cell_of_run(const std::string& text);

}  // namespace gridlock::cli
