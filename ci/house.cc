#include "ci/house.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

#include "ci/rows.h"

namespace gridlock::ci {
namespace {

using Names = std::vector<std::string>;

bool begins_with_any(std::string_view name, const Names& beginnings) {
  return std::ranges::any_of(beginnings, [&](const std::string& b) { return name.starts_with(b); });
}

// Returns whether the file belongs to tests: x_test.cc, x_bench.cc, or a helper test_x.h.
bool is_test(const std::string& path) {
  const std::string stem = std::filesystem::path(path).stem();
  return stem.ends_with("_test") || stem.ends_with("_bench") || stem.starts_with("test_");
}

// Returns whether the header is a C++ standard header. Only standard headers have names with
// neither a folder nor an extension.
bool is_standard(std::string_view header) {
  return header.find_first_of("./") == header.npos;
}

// Returns why `folder` may not include <header>, or "".
std::string judge_library(const HouseRules& rules, const Names& allowed,
                          const std::string& header) {
  if (is_standard(header) || begins_with_any(header, rules.system_headers)) return "";
  for (const auto& [name, beginnings] : rules.libraries) {
    if (!begins_with_any(header, beginnings)) continue;
    return std::ranges::count(allowed, name) ? "" : "may not use " + name;
  }
  return "may not use <" + header + ">, which belongs to no library in house.toml";
}

// Returns why a file may not include "header", or "".
std::string judge_folder(const Names& allowed, const std::string& header) {
  const std::string folder = folder_of(header);
  const bool ok = std::ranges::any_of(allowed, [&](const auto& a) { return within(folder, a); });
  return ok ? "" : "may not include \"" + header + "\"";
}

}  // namespace

std::vector<Include> includes_of(std::string_view text) {
  static const std::regex kInclude(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
  std::vector<Include> includes;
  std::istringstream lines{std::string(text)};
  std::smatch match;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (std::regex_search(line, match, kInclude)) {
      includes.push_back({match[2], match[1] == "<", number});
    }
  }
  return includes;
}

Names check_source(const HouseRules& rules, const std::string& path, std::string_view text) {
  const auto* row = row_of(rules.rooms, folder_of(path));
  if (!row) return {path + ": its folder has no row in house.toml"};
  Names rooms = row->second.rooms;
  Names libraries = row->second.libraries;
  rooms.push_back(row->first);
  if (is_test(path)) {
    rooms.insert(rooms.end(), rules.tests.rooms.begin(), rules.tests.rooms.end());
    libraries.insert(libraries.end(), rules.tests.libraries.begin(), rules.tests.libraries.end());
  }

  Names faults;
  for (const Include& include : includes_of(text)) {
    const std::string why = include.of_library ? judge_library(rules, libraries, include.header)
                                               : judge_folder(rooms, include.header);
    if (!why.empty())
      faults.push_back(path + ":" + std::to_string(include.line) + ": " + row->first + "/ " + why);
  }
  return faults;
}

void for_each_source(const std::filesystem::path& root, const SourceVisitor& visit) {
  for (const auto& entry : std::filesystem::directory_iterator(root)) {
    const std::string top = entry.path().filename();
    if (!entry.is_directory() || top.starts_with(".") || top == "build" || top == "runs") continue;
    for (const auto& file : std::filesystem::recursive_directory_iterator(entry)) {
      const std::string kind = file.path().extension();
      constexpr std::array kKinds = {".h", ".cc", ".cuh", ".cu", ".py"};
      if (std::ranges::find(kKinds, kind) == kKinds.end()) continue;
      std::ifstream in(file.path());
      visit(file.path().lexically_relative(root), {std::istreambuf_iterator<char>(in), {}});
    }
  }
}

Names check_tree(const HouseRules& rules, const std::filesystem::path& root) {
  Names faults;
  for_each_source(root, [&](const std::string& path, const std::string& text) {
    const auto& check = path.ends_with(".py") ? check_imports : check_source;
    std::ranges::move(check(rules, path, text), std::back_inserter(faults));
  });
  std::ranges::sort(faults);
  return faults;
}

Names find_cycles(const HouseRules& rules) {
  Names cycles;
  Names path;
  auto visit = [&](auto& self, const std::string& room) -> void {
    if (std::ranges::count(path, room)) {
      if (room != path.front()) return;  // the search that starts at `room` reports this cycle
      std::string text;
      for (const std::string& step : path) text += step + " → ";
      cycles.push_back(text + room);
      return;
    }
    const auto row = rules.rooms.find(room);
    if (row == rules.rooms.end()) return;
    path.push_back(room);
    for (const std::string& next : row->second.rooms) self(self, next);
    path.pop_back();
  };
  for (const auto& [room, unused] : rules.rooms) visit(visit, room);
  return cycles;
}

Names forbidden_links(const Names& names, const Names& forbidden) {
  Names found;
  std::ranges::copy_if(names, std::back_inserter(found),
                       [&](const std::string& name) { return begins_with_any(name, forbidden); });
  return found;
}

}  // namespace gridlock::ci
