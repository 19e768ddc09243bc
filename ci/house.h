// Checks the project's structure: which folders a folder may include, and which libraries a program
// may link.
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
  bool of_library = false;  // true for <header>, false for "header"
  int line = 0;
};
std::vector<Include> includes_of(std::string_view text);

// for_each_source() calls a visitor with each C++, CUDA and Python source below the root: its path,
// relative to the root, and its text. Skips build/, runs/ and hidden folders.
using SourceVisitor = std::function<void(const std::string& path, const std::string& text)>;
void for_each_source(const std::filesystem::path& root, const SourceVisitor& visit);

// Returns one sentence, such as "matrix/a.h:3: …", for each forbidden #include of a source. `path`
// is relative to the root of the repository.
std::vector<std::string> check_source(const HouseRules& rules, const std::string& path,
                                      std::string_view text);

// Returns one sentence, such as "harness/rank/gridlock/probe/a.py:3: …", for each forbidden import
// of a Python module. Checks only imports of packages in the rules.
std::vector<std::string> check_imports(const HouseRules& rules, const std::string& path,
                                       std::string_view text);

// Applies check_source() to every .h and .cc file below the root, and check_imports() to every .py
// file. Adds a sentence for every folder with C++ sources that has no row in [rooms].
std::vector<std::string> check_tree(const HouseRules& rules, const std::filesystem::path& root);

// Returns the permissions that no source uses, such as "golden: includes nothing of mpi", and the
// rows whose folder does not exist.
std::vector<std::string> unused_rows(const HouseRules& rules, const std::filesystem::path& root);

// Returns the cycles of rooms in the permitted includes, as "a → b → a".
std::vector<std::string> find_cycles(const HouseRules& rules);

// Returns the libraries of `names` (as ldd prints them) that begin with one of `forbidden`.
std::vector<std::string> forbidden_links(const std::vector<std::string>& names,
                                         const std::vector<std::string>& forbidden);

}  // namespace gridlock::ci
