// The checks of the project's structure: which folder may include which, and which program may link
// which library.
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

// Visits every .h, .cc and .py below the root: its path from there, and its text.
using SourceVisitor = std::function<void(const std::string& path, const std::string& text)>;
void for_each_source(const std::filesystem::path& root, const SourceVisitor& visit);

// Returns one sentence for each forbidden #include of a source, "matrix/a.h:3: …"; `path` is
// relative to the root of the repository.
std::vector<std::string> check_source(const HouseRules& rules, const std::string& path,
                                      std::string_view text);

// Returns one sentence for each forbidden import of a Python module,
// "harness/rank/gridlock/probe/a.py:3: …"; only packages in the rules count.
std::vector<std::string> check_imports(const HouseRules& rules, const std::string& path,
                                       std::string_view text);

// Applies check_source() to every .h and .cc and check_imports() to every .py below the root; adds
// a sentence for every folder of C++ that has no row in [rooms].
std::vector<std::string> check_tree(const HouseRules& rules, const std::filesystem::path& root);

// Returns the permissions that no source uses, "harness/report: rooms: matrix", and rows without a
// folder.
std::vector<std::string> unused_rows(const HouseRules& rules, const std::filesystem::path& root);

// Returns the cycles of rooms in the permitted includes, as "a → b → a".
std::vector<std::string> find_cycles(const HouseRules& rules);

// Returns the libraries of `names` (as ldd prints them) that begin with one of `forbidden`.
std::vector<std::string> forbidden_links(const std::vector<std::string>& names,
                                         const std::vector<std::string>& forbidden);

}  // namespace gridlock::ci
