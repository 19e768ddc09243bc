// Converts a cell to a script that needs only torch. `export` writes the script, and `minimize`
// shrinks it.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "harness/verdict/record.h"
#include "harness/workspace/load_matrix.h"
#include "matrix/plan.h"
#include "minimizer/ranks/growth.h"

namespace gridlock::minimizer {

struct ExportedCell {
  matrix::PlannedCell planned;
  int ranks = 1;
  std::optional<verdict::CellRecord> failure = {};  // the newest failure in the run that was read
  // The script compares its numerical results with those of a control, within `bounds`.
  bool has_control = false;
  std::map<std::string, double> bounds = {};
  // The two sizes to compare, if the cell failed because of its compile time. The script then takes
  // a size as an argument.
  std::optional<Growth> growth = {};
};

// The control of a wrong cell's script: the partner in the violated relation, or a cell that
// differs in fewer axes and may have to be trained first (nearest_control.h).
enum class Control { kOfItsRelation, kNearest };

// Writes the script of the cell `id` to the file `script`. `id` may be the beginning of an id. The
// records of the cell come from the run in the folder `run`. If `run` is "", they come from the
// newest run of all cells. `blow_up` has two sizes to compare, such as "8,12". If `blow_up` is ""
// and the cell failed because of its compile time, the sizes are derived from the run. Throws
// matrix::InputError.
ExportedCell export_cell(const workspace::MatrixArguments& matrix, const std::string& id,
                         const std::string& run, const std::filesystem::path& script,
                         const std::string& blow_up = "",
                         Control nearness = Control::kOfItsRelation);

// Parses the value of --blow-up. Returns nullopt for "". Throws matrix::InputError.
std::optional<Growth> sizes_from(const std::string& blow_up);

// The parts of the argument RUN/CELL: a run folder, and a cell of that run.
struct CellOfRun {
  std::string run;
  std::string cell;
};
// Splits RUN/CELL. Returns nullopt if the text does not begin with a run folder.
std::optional<CellOfRun> cell_of_run(const std::string& text);

}  // namespace gridlock::minimizer
