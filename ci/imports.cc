// Checks the imports of gridlock's own packages in Python modules.
#include <algorithm>
#include <regex>

#include "ci/house.h"
#include "ci/rows.h"

namespace gridlock::ci {
namespace {

using Names = std::vector<std::string>;

struct Import {
  std::string module;  // "gridlock.train.groups"
  std::ptrdiff_t line = 0;
};

// Returns the imported names without their aliases: a and c for "a as b, c".
Names names_in(const std::string& list) {
  static const std::regex kName(R"(([\w.]+)(\s+as\s+\w+)?)");
  Names names;
  for (std::sregex_iterator found(list.begin(), list.end(), kName), end; found != end; ++found) {
    names.push_back((*found)[1]);
  }
  return names;
}

// Returns the imports of a module. `from a import b` imports the module a.b or a name b of the
// module a. This function always returns a.b. The check has the same result for both, because a.b
// would lie in the folder of a.
std::vector<Import> imports_of(const std::string& text) {
  static const std::regex kImport(
      R"((^|\n)[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]+)|import[ \t]+([^\n#]+)))");
  std::vector<Import> imports;
  for (std::sregex_iterator found(text.begin(), text.end(), kImport), end; found != end; ++found) {
    const std::smatch& match = *found;
    const auto begin = text.begin() + match.position(0) + match.length(1);
    const auto line = 1 + std::count(text.begin(), begin, '\n');
    const std::string from = match[2].matched ? match[2].str() + "." : "";
    for (const std::string& name : names_in(match[match[2].matched ? 3 : 4])) {
      imports.push_back({from + name, line});
    }
  }
  return imports;
}

// Returns the path, without ".py", of a module in gridlock's packages; returns "" for other
// modules.
std::string place_of(const HouseRules& rules, const std::string& module) {
  const std::string top = module.substr(0, module.find('.'));
  const auto package = rules.packages.find(top);
  if (package == rules.packages.end()) return "";
  std::string place = module.substr(top.size());
  std::ranges::replace(place, '.', '/');
  return package->second + place;
}

}  // namespace

Names check_imports(const HouseRules& rules, const std::string& path, std::string_view text) {
  const auto* row = row_of(rules.python, path);
  Names faults;
  for (const Import& import : imports_of(std::string(text))) {
    const std::string place = place_of(rules, import.module);
    if (place.empty()) continue;
    const auto* target = row_of(rules.python, place);
    const bool allowed = row != nullptr && target != nullptr &&
                         (row == target || std::ranges::count(row->second, target->first) > 0);
    if (allowed) continue;
    const std::string folder = row != nullptr ? row->first : folder_of(path);
    faults.push_back(path + ":" + std::to_string(import.line) + ": " + folder +
                     "/ may not import " + import.module);
  }
  return faults;
}

}  // namespace gridlock::ci
