#include "harness/report/output_error.h"

#include <fmt/format.h>

#include <system_error>

namespace gridlock::report {

OutputError::OutputError(std::string_view action, const std::filesystem::path& path, int error)
    : std::runtime_error(fmt::format("cannot {} {}: {}", action, path.string(),
                                     std::generic_category().message(error))) {}

void create_parent(const std::filesystem::path& file) {
  const auto folder = file.parent_path();
  if (folder.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw OutputError("create", folder, error.value());
}

}  // namespace gridlock::report
