// The keys of each table of a matrix file and of a case. The reader rejects every other key.
// docs/matrix-keys.md is generated from these keys.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace gridlock::matrix {

struct Key {
  const char* name;
  const char* type;      // "integer"
  const char* fallback;  // the default; "" = none, "required" = the key must be present
  const char* meaning;
};
using Keys = std::span<const Key>;

std::vector<std::string> names_of(Keys keys);

extern const Keys kMatrixKeys;  // keys of a matrix file
extern const Keys kRunKeys;
extern const Keys kListingKeys;      // keys of an axis that [axes] lists as a table
extern const Keys kListedValueKeys;  // keys of a listed value that is a table
extern const Keys kGpuKeys;
extern const Keys kConstraintKeys;
extern const Keys kAddKeys;
extern const Keys kDropKeys;
extern const Keys kReferenceKeys;
extern const Keys kRelationKeys;
extern const Keys kBoundKeys;  // keys of rtol and atol
extern const Keys kClaimKeys;
extern const Keys kCompileLimitKeys;
extern const Keys kXfailKeys;
extern const Keys kQuarantineKeys;

extern const Keys kCaseFileKeys;  // keys of case.toml
extern const Keys kCaseKeys;      // keys of the table [case] of case.toml
extern const Keys kCaseGpuKeys;
extern const Keys kExpectKeys;
extern const Keys kExpectBackendKeys;

extern const Keys kCatalogueKeys;  // keys of axes.toml
extern const Keys kAxisKeys;
extern const Keys kAxisValueKeys;  // keys of an axis's value that is a table

extern const Keys kRelationsFileKeys;  // keys of relations.toml

// One table of a file, for docs/matrix-keys.md.
struct KeyTable {
  const char* title;    // "[run]"
  const char* about;    // a sentence or two
  const char* example;  // TOML; "" = none
  Keys keys;
};
struct KeyFile {
  const char* title;
  const char* about;
  std::span<const KeyTable> tables;
};
std::span<const KeyFile> key_files();

}  // namespace gridlock::matrix
