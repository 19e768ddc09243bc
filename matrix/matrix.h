// clang-format off
// A matrix file: which cells of a case to train, how they must relate, what is expected of them.
//
//   case = "dense"                  required; a case of one of the folders
//   description = "…"               optional
//   strength = 2                    required; 1 to 6: every feasible t-tuple of values is in some
//                                   cell; "all": every feasible combination
//   seed = 1                        optional; equal files with equal seeds give equal plans
//
//   standard_relations = false      optional: without those of relations.toml
//
//   [run]                           optional
//   steps = 3
//   deadline_seconds = 120          a cell without progress for this long is stopped,
//   compile_deadline_seconds = 600  while one of its ranks compiles, this long instead (default: 5
//                                   times the deadline),
//   likely_seconds = 10             where a deadlock is likely and not proved,
//   desync_seconds = 5              and where calls of its ranks do not fit and all wait
//   activations = true              digests of what comes out of the layers, too: what is compared bit
//                                   for bit is compared there
//   compile_options = { epilogue_fusion = false }          torch.compile(options=…), for inductor; the
//                                   other settings of torch.compile are axes
//
//   [axes]                          values for each axis that is not to stay at its default; the
//   cp = [1, 4]                     first listed is its base value (see [reference])
//   device = ["auto", { value = "cuda", needs = "gpu" }]   skipped without a GPU; or "gpus:4"
//   world_size = [4, { value = 8, rare = true }]           in as few cells as coverage allows
//   dynamic = { values = [false, true], when = "cp = 1" }  elsewhere it stays at its default
//   config.dynamo.recompile_limit = [8, 64]                a setting of torch, or an environment
//                                   variable (setting_axes.h)
//
//   [gpu.axes]                      replaces axes on a machine with GPUs; "gpus" as a value of an
//   world_size = ["gpus"]           integer axis is their number
//
//   [[constraint]]                  cells that are not wanted, and why
//   forbid = "world_size != cp"
//   reason = "…"
//
//   [[add]]                         one more cell; axes left out have their base value
//   axes = { cp = 4, rotation = "ring" }
//
//   [[drop]]                        cells of the covering array to leave out
//   select = "cp = 4 & backend = inductor"
//
//   [reference]                     what the cells that others are compared with go back to, beyond
//   reset = ["world_size"]          the `set` of the relations: the base values of these axes
//
//   [[relation]]                    the numbers of every selected cell agree with those of the cell
//   name = "compiled ≈ uncompiled"  that has these values instead
//   set = { compile = "none" }
//   select = "cp = 4"               optional
//   exact = false                   optional: bit for bit, gradients, parameters and optimizer
//                                   state included (golden/state.h)
//   rtol = 1e-4                     optional: how far they may differ, instead of the bounds of the
//   atol = { grad_norm = 1e-6 }     precision (golden/tolerance.h); of both series, or of one
//
//   [[relation]]                    one of relations.toml, changed: its `set` need not be repeated
//   name = "cp N ≈ cp 1"
//   rtol = 1e-3
//
//   [[relation]]                    the cell, trained twice, gives the same bits
//   name = "same cell, same bits"
//   repeat = true
//   tier = "cold"                   optional: the second time in this tier (default: as the first)
//
//   [[claim]]                       how a number of the cells depends on an axis, all else being equal:
//   name = "compile time is linear" held or broken at the end of the run
//   metric = "compile_seconds"      see claim_reader.cc for the others
//   over = "cp"                     an axis
//   along = ["world_size"]          optional: axes that vary with it
//   law = "linear"                  grows no faster (flat, linear, quadratic, an exponent; from 4 sizes
//                                   on), or is equal, rises or falls, in the order of the axis
//   factor = 2                      optional: how far noise may take it beyond the law
//   select = "rotation = ring"      optional
//   issue = "https://…"             optional: it is known to be broken
//
//   [[compile_limit]]               what torch.compile may do in the selected cells; of several rows the
//   select = "scope = block"        last one that states something counts
//   breaks = 0                      graph breaks of a rank, at different places
//   breaks_at = ["logging"]         what does not count: a kind (fsdp, ddp, data, logging, collective,
//                                   other), or a place: "case.py", "case.py:forward"
//   recompiles = 2                  of one function
//   skew_seconds = 10               that a rank may compile longer than another one
//   growth = 3                      a compile without an end is a compile_blowup when it has taken so
//                                   many times what smaller cells predict, and 15 s more (3 where no
//                                   row states it); so is one that is larger than a compile_blowup
//   speedup = 0.9                   steady steps at least so many times as fast as those of the same
//                                   cell uncompiled, which is trained, too
//   memory = 1.5                    peak memory at most so many times that of the cell uncompiled
//   compile_memory_mib = 4000       of a rank while it compiles
//
//   [[xfail]]                       known to fail
//   select = "…"
//   issue = "https://…"
//   verdict = "wrong"               optional: any failure but that of a broken program
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

// A value as an axis of the file lists it.
struct ListedValue {
  Value value;
  std::string needs;  // "gpu", "gpus:4" or "": what a machine must have to run it
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
  std::string tier;                  // trained once more in this tier; "" = that of the run
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
  std::string name;  // of the file, without .toml
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
  std::vector<Constraint> constraints;  // of this file, beyond those of the schema
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

// Does the file give values to the axis, or add a cell that has one?
bool lists(const Matrix& matrix, std::string_view axis);

// Takes the optional axes that it neither lists nor mentions from the schema of its case.
void forget_unlisted(Matrix& matrix);

// Reads a matrix file; its case is looked up in `case_folders`, the first that has it. An xfail may
// name only one of `verdicts`; none given: any. Throws one InputError with all mistakes of the file
// (of its syntax, the first).
Matrix load(const std::filesystem::path& file,
            const std::vector<std::filesystem::path>& case_folders,
            const std::vector<std::string>& verdicts = {});

}  // namespace gridlock::matrix
