// The plan of a run: which cells of a matrix will be trained, which cannot be, and what is
// expected. Everything the harness needs to know about a matrix file is in here.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "matrix/cell.h"
#include "matrix/claim.h"

namespace gridlock::matrix {

// What the matrix is planned for. GPUs decide `needs` and the value "gpus" of world_size.
struct Machine {
  int gpus = 0;
};

// Why a cell is in the plan.
enum class CellRole { kCovering, kAdded, kReference };

// How far two cells may differ, as far as a matrix file says; where it does not, by their
// precision. a and b agree when |a - b| <= atol + rtol * max(|a|, |b|).
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
  std::string partner;  // id of the other cell; its own id: the same cell twice gives the same bits
  bool exact = false;   // bit for bit, not within bounds
  std::string tier =
      {};  // of the cell's second training, where it is its own partner; "" = the run's
  std::vector<Tolerance> tolerances = {};  // of each that is joined; the loosest bound counts
  bool neighbor = false;  // a planned cell that is nearer than the shared reference
};

// `xfail`: the cell is known to fail, see `issue`. Strict: an unexpected pass fails the run.
struct Expectation {
  std::string issue;    // a link
  std::string verdict;  // the verdict that is expected; "" = any failure
  bool strict = false;
};

// The cell's failures do not count until `review_by` (ISO date) has passed.
struct Quarantine {
  std::string owner;
  std::string review_by;
  std::string reason;
};

// What is allowed of torch.compile; what is not stated is not checked.
struct CompileLimits {
  std::optional<int> breaks = {};           // distinct graph breaks of a rank
  std::vector<std::string> breaks_at = {};  // kinds and places of breaks that do not count
  std::optional<int> recompiles = {};       // of one function on a rank
  std::optional<double> skew_seconds = {};  // that a rank may compile longer than another one
  // How many times as long as smaller cells predict a compile may take
  // (harness/diagnosis/blowup.h).
  std::optional<double> growth = {};
  // Against the same cell uncompiled (PlannedCell::uncompiled):
  std::optional<double> speedup =
      {};  // its steady steps may not be less than so many times as fast,
  std::optional<double> memory = {};  // its peak of memory not more than so many times as high
  std::optional<double> compile_memory_mib = {};  // the peak of a rank while it compiles

  bool compares_with_uncompiled() const { return speedup || memory; }
};

// How a cell is trained; the same for all cells of a matrix.
struct Recipe {
  std::string case_folder;  // holds case.py
  std::int64_t seed = 0;
  int steps = 3;
  double deadline_seconds = 120;  // a cell without progress for this long is stopped …
  double compile_deadline_seconds =
      0;                       // … while a rank compiles, for this long; 0 = some times that …
  double likely_seconds = 10;  // … or for this long where a deadlock is likely, and not proved …
  double desync_seconds = 5;   // … or where ranks made calls that do not fit, and all wait
  bool activations = false;    // ranks digest what comes out of the layers, too (golden/state.h)
  Choice compile_options = {};  // of torch.compile(options=…), where the backend is inductor

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
  // Of a cell that compiles, the one that differs in nothing else; "" = the plan has none.
  std::string uncompiled = {};
  std::string skip;  // why this machine cannot run it ("no GPU"), or ""
  // Others are compared with it within bounds, which come from its own spread (golden/spread.h).
  bool measures_spread = false;
  bool initial_state = false;  // rank 0 writes the parameters that it begins with, beside the taps
  bool taps = false;           // its ranks write what their taps see (golden/taps.h)
  bool related = false;  // a relation of the plan compares it with another cell, or that with it
  bool in_space =
      true;  // counts toward coverage; false: a reference that the matrix itself forbids
};

// In which tiers it is trained again, since it must agree with itself: repetition 1 in the first,
// and so on. "" = that of the run.
std::vector<std::string> tiers_again(const PlannedCell& planned);

struct InfeasibleCell {
  Cell cell;
  std::string reason;
};

// A claim and the cells that it is about, by id.
struct PlannedClaim {
  Claim claim;
  std::vector<std::string> cells;
};

// What a plan sets out to cover; see coverage().
struct CoverageGoal {
  // The axes that vary and their values, in order.
  std::vector<std::pair<std::string, std::vector<Value>>> axes;
  int strength = 0;                // length of the tuples of values; 0: the cells themselves
  std::size_t feasible = 0;        // how many of them are in some feasible cell
  std::size_t lower_bound = 0;     // no array that covers them all can have fewer cells
  std::vector<std::string> cells;  // strength 0: ids of all feasible cells
  std::string left_out;            // strength 2 and above: what it is not about (left_out.h)
};

struct Plan {
  std::string matrix_name;         // "default"
  std::vector<PlannedCell> cells;  // references first, so that their partners find them; then dear
                                   // cells first, so that none is left over at the end
  std::vector<PlannedClaim> claims;
  std::vector<InfeasibleCell> infeasible;  // asked for by name, but a constraint forbids them
  int strength = 0;                        // 0 = all combinations
  std::int64_t seed = 0;                   // of the choice of cells
  CoverageGoal goal;
  std::vector<std::string> packages;  // Python packages that the case imports, besides torch
  std::vector<std::string> warnings;  // "[[compile_limit]] 'layers = 7': no cell of the matrix …"

  // The cell with this id, or null.
  const PlannedCell* find(const std::string& id) const;
  // False where no relation says anything: numbers are compared with nothing.
  bool compares() const;
};

// What users read where Plan::compares() is false.
inline constexpr const char* kNothingCompared =
    "warning: no relation: numbers are compared with nothing";

// How many of the feasible t-tuples of values occur in a set of cells.
struct Coverage {
  int strength = 0;
  std::size_t covered = 0;
  std::size_t feasible = 0;
  std::string left_out = {};  // of all pairs that there are, those that are not among `feasible`
};

}  // namespace gridlock::matrix
