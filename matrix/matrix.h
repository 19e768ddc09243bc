// clang-format off
// A matrix file: the cells of a case to train, their relations, and their expected results.
//
//   case = "dense"                  required; a case of one of the folders
//   description = "…"               optional
//   strength = 2                    required; 1 to 6: every feasible t-tuple of values is in some
//                                   cell; "all": every feasible combination
//   seed = 1                        optional; equal files with equal seeds give equal plans
//
//   standard_relations = false      optional: leaves out the relations of relations.toml
//
//   [run]                           optional
//   steps = 3
//   deadline_seconds = 120          a cell without progress for this long is stopped,
//   compile_deadline_seconds = 600  while one of its ranks compiles, this long instead (default: 5
//                                   times the deadline),
//   likely_seconds = 10             if a deadlock is likely but not proved, for this long,
//   desync_seconds = 5              and for this long if its ranks' calls do not match and all wait
//   activations = true              adds digests of the layers' outputs, compared wherever numbers
//                                   are compared bit for bit
//   compile_options = { epilogue_fusion = false }          torch.compile(options=…), for inductor;
//                                   the other settings of torch.compile are axes
//
//   [axes]                          values for each axis that should not stay at its default; the
//   cp = [1, 4]                     first listed is its base value (see [reference])
//   device = ["auto", { value = "cuda", needs = "gpu" }]   skipped without a GPU; or "gpus:4"
//   world_size = [4, { value = 8, rare = true }]           in as few cells as coverage allows
//   dynamic = { values = [false, true], when = "cp = 1" }  in other cells it stays at its default
//   config.dynamo.recompile_limit = [8, 64]                a setting of torch, or an environment
//                                   variable (setting_axes.h)
//
//   [gpu.axes]                      replaces axes on a machine with GPUs; "gpus" as a value of an
//   world_size = ["gpus"]           integer axis is their number
//
//   [[constraint]]                  unwanted cells, and the reason
//   forbid = "world_size != cp"
//   reason = "…"
//
//   [[add]]                         one more cell; axes left out have their base value
//   axes = { cp = 4, rotation = "ring" }
//
//   [[drop]]                        cells of the covering array to leave out
//   select = "cp = 4 & backend = inductor"
//
//   [reference]                     the cells that others are compared with have the base values of
//   reset = ["world_size"]          these axes, in addition to the `set` of the relations
//
//   [[relation]]                    the numbers of every selected cell agree with those of the cell
//   name = "compiled ≈ uncompiled"  that has these values instead
//   set = { compile = "none" }
//   select = "cp = 4"               optional
//   exact = false                   optional: bit for bit, gradients, parameters and optimizer
//                                   state included (golden/state.h)
//   rtol = 1e-4                     optional: the allowed difference, instead of the bounds of the
//   atol = { grad_norm = 1e-6 }     precision (golden/tolerance.h); of both series, or of one
//
//   [[relation]]                    one of relations.toml, changed: its `set` need not be repeated
//   name = "cp N ≈ cp 1"
//   rtol = 1e-3
//
//   [[relation]]                    the cell, trained twice, must give the same bits
//   name = "same cell, same bits"
//   repeat = true
//   tier = "cold"                   optional: the tier of the second training (default: that of the
//                                   first)
//
//   [[claim]]                       the dependency of the cells' numbers on an axis, all else being
//   name = "compile time is linear" equal: held or broken at the end of the run
//   metric = "compile_seconds"      see claim_reader.cc for the others
//   over = "cp"                     an axis
//   along = ["world_size"]          optional: axes that vary with it
//   law = "linear"                  grows no faster than this (flat, linear, quadratic, an
//                                   exponent; needs 4 sizes), or is equal, rises or falls, in the
//                                   order of the axis
//   factor = 2                      optional: margin for noise beyond the law
//   select = "rotation = ring"      optional
//   issue = "https://…"             optional: the claim is known to be broken
//
//   [[compile_limit]]               limits on torch.compile in the selected cells; each limit comes
//   select = "scope = block"        from the last row that states it
//   breaks = 0                      graph breaks of a rank, at different places
//   breaks_at = ["logging"]         breaks that do not count: a kind (fsdp, ddp, data, logging,
//                                   collective, other), or a place: "case.py", "case.py:forward"
//   recompiles = 2                  of one function
//   skew_seconds = 10               by which a rank may compile longer than another one
//   growth = 3                      a compile that does not end is a compile_blowup after this many
//                                   times what smaller cells predict, and 15 s more (3 if no row
//                                   states it); so is one that is larger than a compile_blowup
//   speedup = 0.9                   least ratio of the speed of steady steps to that of the same
//                                   cell uncompiled, which is trained, too
//   memory = 1.5                    largest ratio of the peak memory to that of the cell uncompiled
//   compile_memory_mib = 4000       of a rank while it compiles
//
//   [[xfail]]                       known to fail
//   select = "…"
//   issue = "https://…"
//   verdict = "wrong"               optional; default: any failure except that of a broken program
//   strict = true                   optional: passing fails the run
//
//   [[quarantine]]                  failures do not count until the date has passed
//   select = "…"
//   owner = "…"
//   review_by = 2026-12-31
//   reason = "…"
//
// Conditions are expressions (expression.h). Any other key is an error.
// clang-format on
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "matrix/case.h"
#include "matrix/claim.h"

namespace gridlock::matrix {

// A value as a matrix file lists it for an axis.
struct ListedValue {
  Value value;
  std::string needs;  // what a machine must have to run it: "gpu", "gpus:4" or ""
  bool rare = false;
};

struct AxisListing {
  std::vector<ListedValue> values;
  std::optional<Expression> when;
};
using Listings = std::map<std::string, AxisListing, std::less<>>;

struct ExplicitCell {
  Choice axes;
  FilePosition place;
};

struct Relation {
  std::string name;
  Choice set;                        // empty: the cell is compared with itself,
  std::string tier;                  // tier in which it is trained again; "" = the run's
  std::optional<Expression> select;  // none: every cell
  bool exact = false;
  Tolerance tolerance = {};
};

struct CompileLimitRule {
  std::optional<Expression> select;  // none: every cell
  CompileLimits limits;
};

struct XfailRule {
  Expression select;
  Expectation expectation;
};

struct QuarantineRule {
  Expression select;
  Quarantine quarantine;
};

struct Matrix {
  std::string name;  // file name without .toml
  std::filesystem::path file;
  std::string description;
  Case the_case;
  int strength = 2;  // 0 = all combinations
  std::int64_t seed = 0;
  int steps = 3;
  double deadline_seconds = 120;
  double compile_deadline_seconds = 0;
  double likely_seconds = 10;
  double desync_seconds = 5;
  bool activations = false;
  Choice compile_options;
  Listings axes;
  Listings gpu_axes;
  std::vector<Constraint> constraints;  // of the file only, without those of the schema
  std::vector<ExplicitCell> added;
  std::vector<Expression> dropped;
  std::vector<std::string> reset;
  std::vector<Relation> relations;
  std::vector<Claim> claims;
  std::vector<CompileLimitRule> compile_limits;
  std::vector<XfailRule> xfails;
  std::vector<QuarantineRule> quarantines;

  const Schema& schema() const { return the_case.schema; }
};

// Returns whether the file gives values to the axis, or adds a cell that has one.
bool lists(const Matrix& matrix, std::string_view axis);

// Removes the optional axes that the file neither lists nor mentions from the schema of its case.
void remove_unlisted_axes(Matrix& matrix);

// Reads a matrix file. Its case comes from the first of `case_folders` that has it. An xfail may
// name only one of `verdicts`; if there are none, any. Throws one InputError with all mistakes of
// the file (only the first one of its syntax).
Matrix load(const std::filesystem::path& file,
            const std::vector<std::filesystem::path>& case_folders,
            const std::vector<std::string>& verdicts = {});

}  // namespace gridlock::matrix
