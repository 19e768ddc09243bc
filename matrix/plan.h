// The plan of a run: the cells of a matrix that will be trained, the cells that are infeasible, and
// the expected results. The plan contains everything that the harness needs from a matrix file.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "matrix/cell.h"
#include "matrix/claim.h"
#include "matrix/machine.h"
#include "matrix/recipe.h"

namespace gridlock::matrix {

// The reason why a cell is in the plan.
enum class CellRole { kCovering, kAdded, kReference };

// The allowed difference between the numbers of two cells. If a matrix file states no bound, the
// bound is measured or follows from the cells' precision. a and b agree if |a - b| <= atol + rtol *
// max(|a|, |b|).
struct Tolerance {
  struct Bound {
    std::optional<double> rtol;
    std::optional<double> atol;
  };
  Bound loss;
  Bound grad_norm;
};

// A relation that a planned cell must satisfy: the cell's numerical results agree with those of
// `partner`.
struct RelationTo {
  std::string name;     // "compiled ≈ uncompiled"; several joined by ", " for a shared reference
  std::string partner;  // id of the other cell; the cell's own id if two trainings must agree
  bool exact = false;   // agreement bit for bit, not within bounds
  // The tier of the cell's second training, if the cell is its own partner; "" = the run's tier.
  std::string tier = {};
  std::vector<Tolerance> tolerances = {};  // one per joined relation; the loosest bound counts
  bool neighbor = false;  // the partner is a planned cell that differs less than the reference
};

// An `xfail`: a known failure of the cell, which `issue` describes. If strict, an unexpected pass
// fails the run.
struct Expectation {
  std::string issue;    // a link
  std::string verdict;  // the expected verdict; "" = any failure
  bool strict = false;
};

// The cell's failures do not count until `review_by` (ISO date) has passed.
struct Quarantine {
  std::string owner;
  std::string review_by;
  std::string reason;
};

// Limits on torch.compile. A limit without a value is not checked.
struct CompileLimits {
  std::optional<int> breaks = {};           // distinct graph breaks of a rank
  std::vector<std::string> breaks_at = {};  // kinds and call sites of breaks that do not count
  std::optional<int> recompiles = {};       // recompiles of one function on a rank
  std::optional<double> skew_seconds = {};  // allowed difference of two ranks' compile times
  // The largest compile time, as a multiple of the time that smaller cells predict
  // (harness/diagnosis/blowup.h).
  std::optional<double> growth = {};
  // Limits relative to the uncompiled cell (PlannedCell::uncompiled). `speedup` is the least
  // allowed speed of steady steps, and `memory` is the largest allowed peak memory.
  std::optional<double> speedup = {};
  std::optional<double> memory = {};
  std::optional<double> compile_memory_mib = {};  // peak of a rank while it compiles

  bool compares_with_uncompiled() const { return speedup || memory; }
};

struct PlannedCell {
  Cell cell;
  Recipe recipe = {};
  CellRole role = CellRole::kCovering;
  std::vector<RelationTo> relations;
  std::optional<Expectation> xfail;
  std::optional<Quarantine> quarantine;
  CompileLimits compile_limits = {};
  // The id of the cell that differs from a compiled cell only in not being compiled. "" = the plan
  // has no such cell, or this cell is not compiled.
  std::string uncompiled = {};
  std::string skip;  // why this machine cannot run the cell ("no GPU"), or ""
  // True if other cells are compared with this cell, within bounds that this cell's measured spread
  // sets (golden/spread.h).
  bool measures_spread = false;
  bool initial_state = false;   // rank 0 writes its initial parameters, next to the tensor trace
  bool traces_tensors = false;  // the cell's ranks write tensor traces (golden/tensor_trace.h)
  bool related = false;         // a relation of the plan has the cell on either side
  // Whether the cell counts toward coverage; false for a reference that the matrix itself forbids.
  bool in_space = true;
};

// Returns the tiers in which the cell is trained again because the cell must agree with itself.
// Repetition 1 uses the first tier, repetition 2 the second, and so on. "" = the run's tier.
std::vector<std::string> tiers_again(const PlannedCell& planned);

// A claim and the ids of the cells to which the claim applies.
struct PlannedClaim {
  Claim claim;
  std::vector<std::string> cells;
};

// The values that the cells of a plan should cover. coverage() compares cells with this goal.
struct CoverageGoal {
  // The varying axes and their values, in order.
  std::vector<std::pair<std::string, std::vector<Value>>> axes;
  int strength = 0;                // length of the tuples of values; 0 = whole cells
  std::size_t feasible = 0;        // count of tuples that some feasible cell contains
  std::size_t lower_bound = 0;     // no array that covers all tuples can have fewer cells
  std::vector<std::string> cells;  // for strength 0: ids of all feasible cells
  std::string left_out;            // strength 2 and above: see left_out.h
};

struct Plan {
  std::string matrix_name;         // "default"
  std::vector<PlannedCell> cells;  // references first, because other cells need them; then
                                   // by falling cost, so that no expensive cell runs alone at the
                                   // end
  std::vector<PlannedClaim> claims;
  std::vector<InfeasibleCell> infeasible;  // that the file asks for, but a constraint forbids
  int strength = 0;                        // 0 = all combinations
  std::int64_t seed = 0;                   // seed of the choice of cells
  CoverageGoal goal;
  std::vector<std::string> packages;  // Python packages that the case imports, besides torch
  // The defaults of the settings that are axes (setting_names.h). Ids do not contain them.
  Choice setting_defaults;
  std::vector<std::string> warnings;  // "[[compile_limit]] 'cp = 8' applies to no cell …"

  // Returns the cell with this id, or null.
  const PlannedCell* find(const std::string& id) const;
  // Returns false if no relation applies, so that no numerical results are compared.
  bool compares() const;
};

// The warning to users if Plan::compares() is false.
inline constexpr const char* kNothingCompared =
    "warning: no relation applies, so numbers are not compared";

// The number of feasible t-tuples of values that occur in a set of cells.
struct Coverage {
  int strength = 0;
  std::size_t covered = 0;
  std::size_t feasible = 0;
  std::string left_out = {};  // pairs that exist but are not counted in `feasible` (left_out.h)
};

}  // namespace gridlock::matrix
