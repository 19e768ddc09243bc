// Finds permissions in house.toml that no source uses.
#include <algorithm>
#include <map>
#include <set>

#include "ci/house.h"
#include "ci/rows.h"

namespace gridlock::ci {
namespace {

using Names = std::vector<std::string>;

struct Used {
  std::set<std::string> folders;  // folders of the project's own headers
  std::set<std::string> headers;  // headers of libraries
};

std::map<std::string, Used> used_by_rooms(const HouseRules& rules,
                                          const std::filesystem::path& root) {
  std::map<std::string, Used> used;
  for_each_source(root, [&](const std::string& path, const std::string& text) {
    const auto* const row = row_of(rules.rooms, folder_of(path));
    if (row == nullptr || path.ends_with(".py")) return;
    for (const Include& include : includes_of(text)) {
      Used& room = used[row->first];
      if (include.of_library) room.headers.insert(include.header);
      if (!include.of_library) room.folders.insert(folder_of(include.header));
    }
  });
  return used;
}

bool uses_library(const Used& room, const Names& beginnings) {
  return std::ranges::any_of(room.headers, [&](const std::string& header) {
    return std::ranges::any_of(beginnings, [&](const auto& b) { return header.starts_with(b); });
  });
}

bool uses_room(const Used& room, const std::string& other) {
  return std::ranges::any_of(room.folders,
                             [&](const std::string& folder) { return within(folder, other); });
}

}  // namespace

Names unused_rows(const HouseRules& rules, const std::filesystem::path& root) {
  Names faults;
  auto used = used_by_rooms(rules, root);
  for (const auto& [name, room] : rules.rooms) {
    if (!std::filesystem::is_directory(root / name)) faults.push_back(name + ": is not a folder");
    for (const std::string& other : room.rooms) {
      if (!uses_room(used[name], other)) faults.push_back(name + ": includes nothing of " + other);
    }
    for (const std::string& library : room.libraries) {
      if (!uses_library(used[name], rules.libraries.at(library))) {
        faults.push_back(name + ": includes nothing of " + library);
      }
    }
  }
  return faults;
}

}  // namespace gridlock::ci
