#include "harness/cli/certificate_of.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "harness/workspace/load_matrix.h"
#include "matrix/diagnostic.h"

namespace gridlock::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFile = "certificate.json";
constexpr const char* kDiagnosis = "diagnosis.txt";
constexpr std::size_t kMostListed = 20;

std::vector<fs::path> files_below(const fs::path& folder, const char* name) {
  std::vector<fs::path> found;
  std::error_code error;
  const auto skip = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator at(folder, skip, error), end; !error && at != end;
       at.increment(error)) {
    if (at->path().filename() == name) found.push_back(at->path());
  }
  std::ranges::sort(found);
  return found;
}

std::string listed(const std::vector<fs::path>& files) {
  std::string text;
  for (std::size_t i = 0; i < std::min(files.size(), kMostListed); ++i) {
    text += "\n  " + workspace::typed_path(files[i]);
  }
  if (files.size() > kMostListed)
    text += fmt::format("\n  and {} more", files.size() - kMostListed);
  return text;
}

[[noreturn]] void refuse_none(const fs::path& folder) {
  std::string text = fmt::format("{} holds no {}: only a proved deadlock has one",
                                 workspace::typed_path(folder), kFile);
  const auto diagnoses = files_below(folder, kDiagnosis);
  if (!diagnoses.empty()) {
    const char* what = diagnoses.size() == 1 ? "this finding" : "these findings";
    text += fmt::format(". The folder holds {} instead:{}", what, listed(diagnoses));
  }
  throw matrix::InputError(text);
}

}  // namespace

fs::path certificate_of(const fs::path& folder) {
  if (fs::is_regular_file(folder / kFile)) return folder / kFile;
  const auto found = files_below(folder, kFile);
  if (found.empty()) refuse_none(folder);
  if (found.size() == 1) return found.front();
  throw matrix::InputError(fmt::format("{} holds {} certificates; check one of them:{}",
                                       workspace::typed_path(folder), found.size(), listed(found)));
}

}  // namespace gridlock::cli
