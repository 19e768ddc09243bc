// Finds rows of house.toml by folder.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace gridlock::ci {

// Returns whether `path` is `folder` or lies below it.
inline bool within(std::string_view path, std::string_view folder) {
  return path == folder || (path.starts_with(folder) && path[folder.size()] == '/');
}

inline std::string folder_of(const std::string& path) {
  return std::filesystem::path(path).parent_path().generic_string();
}

// Returns the row with the longest name that contains `path`, or null.
template <typename Row>
const std::pair<const std::string, Row>* row_of(const std::map<std::string, Row>& rows,
                                                std::string_view path) {
  const std::pair<const std::string, Row>* best = nullptr;
  for (const auto& row : rows)
    if (within(path, row.first) && (!best || row.first.size() > best->first.size())) best = &row;
  return best;
}

}  // namespace gridlock::ci
