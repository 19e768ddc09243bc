// The plan of a run: which cells of a matrix will be trained, which are infeasible, and the
// expected results. The plan contains everything that the harness needs from a matrix file.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "matrix/cell.h"
#include "matrix/claim.h"

namespace gridlock::matrix {

// The machine that the matrix is planned for. GPUs decide `needs` and the value "gpus" of
// world_size.
struct Machine {
  int gpus = 0;
};

// The reason why a cell is in the plan.
enum class CellRole { kCovering, kAdded, kReference };

// The allowed difference between two cells, if a matrix file states one; otherwise their precision
// decides. a and b agree if |a - b| <= atol + rtol * max(|a|, |b|).
struct Tolerance {
  struct Bound {
    std::optional<double> rtol;
    std::optional<double> atol;
  };
  Bound loss;
  Bound grad_norm;
};

// A relation that this cell must satisfy: its numbers agree with those of `partner`.
struct RelationTo {
  std::string name;     // "compiled ≈ uncompiled"; several joined by ", " for a shared reference
  std::string partner;  // id of the other cell; its own id: trained twice, with the same bits
  bool exact = false;   // bit for bit, not within bounds
  // The tier of the cell's second training, if it is its own partner; "" = the run's.
  std::string tier = {};
  std::vector<Tolerance> tolerances = {};  // one per joined relation; the loosest bound counts
  bool neighbor = false;  // a planned cell that is closer than the shared reference
};

// `xfail`: the cell is known to fail (see `issue`). Strict: an unexpected pass fails the run.
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

// Limits on torch.compile; an empty one is not checked.
struct CompileLimits {
  std::optional<int> breaks = {};           // distinct graph breaks of a rank
  std::vector<std::string> breaks_at = {};  // kinds and places of breaks that do not count
  std::optional<int> recompiles = {};       // of one function on a rank
  std::optional<double> skew_seconds = {};  // by which a rank may compile longer than another one
  // The limit of a compile's time as a multiple of what smaller cells predict
  // (harness/diagnosis/blowup.h).
  std::optional<double> growth = {};
  // Relative to the same cell uncompiled (PlannedCell::uncompiled): the least ratio of the speed of
  // steady steps, and the largest ratio of the peak memory.
  std::optional<double> speedup = {};
  std::optional<double> memory = {};
  std::optional<double> compile_memory_mib = {};  // peak of a rank while it compiles

  bool compares_with_uncompiled() const { return speedup || memory; }
};

// The training parameters of a cell; the same for all cells of a matrix.
struct Recipe {
  std::string case_folder;  // holds case.py
  std::int64_t seed = 0;
  int steps = 3;
  double deadline_seconds = 120;  // a cell without progress for this long is stopped …
  // … while a rank compiles, for this long; 0 = a multiple of deadline_seconds …
  double compile_deadline_seconds = 0;
  double likely_seconds = 10;   // … or for this long if a deadlock is likely but not proved …
  double desync_seconds = 5;    // … or if the ranks' calls do not match, and all wait
  bool activations = false;     // ranks digest the layers' outputs, too (golden/state.h)
  Choice compile_options = {};  // torch.compile(options=…), if the backend is inductor

  double seconds_while_compiling() const {
    constexpr double kTimesAsLong = 5;
    return compile_deadline_seconds > 0 ? compile_deadline_seconds
                                        : kTimesAsLong * deadline_seconds;
  }
};

struct PlannedCell {
  Cell cell;
  Recipe recipe = {};
  CellRole role = CellRole::kCovering;
  std::vector<RelationTo> relations;
  std::optional<Expectation> xfail;
  std::optional<Quarantine> quarantine;
  CompileLimits compile_limits = {};
  // For a compiled cell: the cell that differs only in not being compiled; "" = the plan has none.
  std::string uncompiled = {};
  std::string skip;  // why this machine cannot run it ("no GPU"), or ""
  // Other cells are compared with it, within bounds that come from its own spread
  // (golden/spread.h).
  bool measures_spread = false;
  bool initial_state = false;   // rank 0 writes its initial parameters, next to the tensor trace
  bool traces_tensors = false;  // its ranks write tensor traces (golden/tensor_trace.h)
  bool related = false;  // a relation of the plan compares it with another cell, or another with it
  // Counts toward coverage; false: a reference that the matrix itself forbids.
  bool in_space = true;
};

// Returns the tiers in which the cell is trained again because it must agree with itself:
// repetition 1 in the first one, and so on. "" = the run's tier.
std::vector<std::string> tiers_again(const PlannedCell& planned);

struct InfeasibleCell {
  Cell cell;
  std::string reason;
};

// A claim and the ids of the cells that it applies to.
struct PlannedClaim {
  Claim claim;
  std::vector<std::string> cells;
};

// The goal that coverage() compares a plan with.
struct CoverageGoal {
  // The varying axes and their values, in order.
  std::vector<std::pair<std::string, std::vector<Value>>> axes;
  int strength = 0;                // length of the tuples of values; 0: the cells themselves
  std::size_t feasible = 0;        // how many tuples are in some feasible cell
  std::size_t lower_bound = 0;     // no array that covers all tuples can have fewer cells
  std::vector<std::string> cells;  // strength 0: ids of all feasible cells
  std::string left_out;            // strength 2 and above: see left_out.h
};

struct Plan {
  std::string matrix_name;         // "default"
  std::vector<PlannedCell> cells;  // references first, so that their partners find them; then
                                   // expensive cells first, so that none is left over at the end
  std::vector<PlannedClaim> claims;
  std::vector<InfeasibleCell> infeasible;  // requested by name, but forbidden by a constraint
  int strength = 0;                        // 0 = all combinations
  std::int64_t seed = 0;                   // seed of the choice of cells
  CoverageGoal goal;
  std::vector<std::string> packages;  // Python packages that the case imports, besides torch
  std::vector<std::string> warnings;  // "[[compile_limit]] 'layers = 7': no cell of the matrix …"

  // Returns the cell with this id, or null.
  const PlannedCell* find(const std::string& id) const;
  // Returns false if no relation applies, so that numbers are compared with nothing.
  bool compares() const;
};

// The warning to users if Plan::compares() is false.
inline constexpr const char* kNothingCompared =
    "warning: no relation: numbers are compared with nothing";

// The number of feasible t-tuples of values that occur in a set of cells.
struct Coverage {
  int strength = 0;
  std::size_t covered = 0;
  std::size_t feasible = 0;
  std::string left_out = {};  // the existing pairs that are not counted in `feasible`
};

}  // namespace gridlock::matrix
