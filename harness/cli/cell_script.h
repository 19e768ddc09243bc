// A cell as one script that needs torch alone: what `export` writes, and `minimize` shrinks.
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
  std::optional<verdict::CellRecord> failure = {};  // the newest, of the run that was looked at
  // Of a cell that is wrong: what its script compares its numbers with, and how far they may
  // differ.
  bool has_control = false;
  std::map<std::string, double> bounds = {};
  // Of one whose compile time explodes: the sizes that its script, which takes one of them,
  // compares.
  std::optional<minimizer::Growth> growth = {};
};

// What the script of a wrong cell compares with: the cell that its relation names, or one that
// differs in less, which may have to be trained first (nearest_control.h).
enum class Control { kOfItsRelation, kNearest };

// Writes the cell with the id, or with an id that begins with it, to `script`. What is known of it
// is read from the run in `run`, or, where that is "", from the newest run of all cells. `blow_up`:
// two sizes to compare ("8,12"); "" = those that the run suggests, where compile time exploded.
// Throws matrix::InputError.
ExportedCell export_cell(const MatrixArguments& matrix, const std::string& id,
                         const std::string& run, const std::filesystem::path& script,
                         const std::string& blow_up = "",
                         Control nearness = Control::kOfItsRelation);

// Of --blow-up. Throws matrix::InputError.
std::optional<minimizer::Growth> sizes_from(const std::string& blow_up);

// RUN/CELL: a folder of a run, and a cell of it.
struct CellOfRun {
  std::string run;
  std::string cell;
};
// Nothing where the text does not begin with the folder of a run.
std::optional<CellOfRun> cell_of_run(const std::string& text);

}  // namespace gridlock::cli
