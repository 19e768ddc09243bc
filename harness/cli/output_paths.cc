#include "harness/cli/output_paths.h"

#include <fmt/format.h>
#include <string.h>

#include <cerrno>
#include <system_error>

#include "harness/process/files.h"
#include "matrix/diagnostic.h"

namespace gridlock::cli {
namespace {

namespace fs = std::filesystem;

// Returns the outermost missing folder of the path, or "" if all folders exist.
fs::path first_missing(const fs::path& folder) {
  fs::path missing;
  std::error_code ignored;
  for (fs::path at = fs::absolute(folder).lexically_normal(); !fs::exists(at, ignored);
       at = at.parent_path()) {
    missing = at;
    if (!at.has_relative_path()) break;
  }
  return missing;
}

// Returns why the file cannot be written, or "" if it can.
std::string mistake_at(const fs::path& file) {
  return process::can_write(file) ? "" : strerror(errno);
}

}  // namespace

void check_output_file(const std::string& option, const fs::path& path) {
  if (path.empty()) return;
  const std::string mistake = mistake_at(path);
  if (mistake.empty()) return;
  throw matrix::InputError(fmt::format("{}: cannot write {}: {}", option, path.string(), mistake));
}

void check_output_folder(const std::string& option, const fs::path& path) {
  if (path.empty()) return;
  const fs::path added = first_missing(path);
  std::error_code error, ignored;
  fs::create_directories(path, error);
  const std::string mistake = error ? error.message() : mistake_at(path / ".gridlock-writes");
  if (!added.empty()) fs::remove_all(added, ignored);
  if (mistake.empty()) return;
  throw matrix::InputError(
      fmt::format("{}: cannot write to {}: {}", option, path.string(), mistake));
}

}  // namespace gridlock::cli
