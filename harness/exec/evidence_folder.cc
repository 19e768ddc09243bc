#include "harness/exec/evidence_folder.h"

#include <stdlib.h>

#include <algorithm>
#include <array>
#include <regex>
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

bool is_evidence(const std::string& name) {
  constexpr std::array kNames{"certificate.json", "diagnosis.json", "diagnosis.txt",
                              "snapshots.json"};
  static const std::regex of_rank("rank[0-9]+\\.events\\.txt|stacks-rank[0-9]+\\.txt");
  return std::ranges::count(kNames, name) > 0 || std::regex_match(name, of_rank);
}

}  // namespace

std::optional<fs::path> EvidenceFolder::path() {
  if (used_.empty()) used_ = named_.empty() ? create() : named_;
  return used_.empty() ? std::nullopt : std::optional(used_);
}

void remove_old_evidence(const fs::path& folder) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const bool is_file = entry.is_symlink(error) || entry.is_regular_file(error);
    if (is_file && is_evidence(entry.path().filename())) fs::remove(entry.path(), error);
  }
}

}  // namespace gridlock::exec
