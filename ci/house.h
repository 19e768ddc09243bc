// The checks of the house: which folder may include what, which program may link what.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ci/rules.h"

namespace gridlock::ci {

struct Include {
  std::string header;
  bool of_library = false;  // <header>, not "header"
  int line = 0;
};
std::vector<Include> includes_of(std::string_view text);

// Every .h, .cc and .py below the root: its path from there, and its text.
using SourceVisitor = std::function<void(const std::string& path, const std::string& text)>;
void for_each_source(const std::filesystem::path& root, const SourceVisitor& visit);

// What is wrong with the #includes of one source; `path` is relative to the root of the repository.
// One sentence for each forbidden include, "matrix/a.h:3: …".
std::vector<std::string> check_source(const HouseRules& rules, const std::string& path,
                                      std::string_view text);

// What is wrong with the imports of one Python module, of those packages that the rules know: one
// sentence for each forbidden import, "harness/rank/gridlock/probe/a.py:3: …".
std::vector<std::string> check_imports(const HouseRules& rules, const std::string& path,
                                       std::string_view text);

// check_source() of every .h and .cc, check_imports() of every .py below the root, and a sentence
// for every folder of C++ that has no room.
std::vector<std::string> check_tree(const HouseRules& rules, const std::filesystem::path& root);

// What rows allow and no source does: "harness/report: rooms: matrix"; and rows without a folder.
std::vector<std::string> unused_rows(const HouseRules& rules, const std::filesystem::path& root);

// Rooms that reach themselves through the rooms they may include, as "a → b → a".
std::vector<std::string> find_cycles(const HouseRules& rules);

// The libraries of `names` (as ldd prints them) whose names begin with one of `forbidden`.
std::vector<std::string> forbidden_links(const std::vector<std::string>& names,
                                         const std::vector<std::string>& forbidden);

}  // namespace gridlock::ci
