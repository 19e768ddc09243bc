// A matrix file selects cells of a case to train and states relations and expected results of the
// cells. keys.cc defines the keys of the file; docs/matrix-keys.md is generated from keys.cc.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "matrix/case.h"
#include "matrix/claim.h"
#include "matrix/recipe.h"

namespace gridlock::matrix {

// A value that a matrix file lists for an axis.
struct ListedValue {
  Value value;
  std::string needs;  // the hardware that the value requires: "gpu", "gpus:4" or ""
  bool rare = false;  // as few cells as possible have the value
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
  Choice set;                        // the partner's values; empty: the cell itself, trained again
  std::string tier;                  // tier of the second training; "" = the run's tier
  std::optional<Expression> select;  // none means every cell
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
  Recipe recipe;
  Listings axes;
  Listings gpu_axes;
  std::vector<Constraint> constraints;  // of the file only, without those of the schema
  std::vector<ExplicitCell> added;
  std::vector<Expression> dropped;
  std::vector<std::string> reset;  // axes that have their base value in references
  std::vector<Relation> relations;
  std::vector<Claim> claims;
  std::vector<CompileLimitRule> compile_limits;
  std::vector<XfailRule> xfails;
  std::vector<QuarantineRule> quarantines;

  const Schema& schema() const { return the_case.schema; }
};

// Returns whether the file lists values of the axis, or adds a cell with a value of the axis.
bool lists(const Matrix& matrix, std::string_view axis);

// Removes from the schema of the file's case the optional axes that the file neither lists nor
// mentions.
void remove_unlisted_axes(Matrix& matrix);

// Reads a matrix file. The file's case is read from the first of `case_folders` that contains the
// case. The verdict of an xfail must be among `verdicts`; if `verdicts` is empty, any verdict is
// valid. Throws one InputError with all mistakes in the file. A syntax error is reported alone.
Matrix load(const std::filesystem::path& file,
            const std::vector<std::filesystem::path>& case_folders,
            const std::vector<std::string>& verdicts = {});

}  // namespace gridlock::matrix
