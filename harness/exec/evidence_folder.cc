#include "harness/exec/evidence_folder.h"

#include <stdlib.h>

#include <string>
#include <system_error>

namespace gridlock::exec {
namespace {

namespace fs = std::filesystem;

// Returns "" if no folder can be created there.
fs::path create_in(const fs::path& parent) {
  std::string path = parent / "gridlock-hang-XXXXXX";
  return mkdtemp(path.data()) != nullptr ? path : "";
}

fs::path create() {
  std::error_code none;
  const fs::path here = fs::current_path(none);
  const fs::path created = none ? "" : create_in(here);
  return created.empty() ? create_in(fs::temp_directory_path(none)) : created;
}

}  // namespace

std::optional<fs::path> EvidenceFolder::path() {
  if (!named_.empty()) return named_;
  if (created_.empty()) created_ = create();
  return created_.empty() ? std::nullopt : std::optional(created_);
}

}  // namespace gridlock::exec
