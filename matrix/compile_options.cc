#include "matrix/compile_options.h"

#include <algorithm>
#include <sstream>
#include <vector>

#include "harness/text/names.h"
#include "matrix/schema.h"

namespace gridlock::matrix {

extern const char* const kInductorOptions;  // asked at build time

namespace {

const std::vector<std::string>& inductor_options() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    std::istringstream lines(kInductorOptions);
    for (std::string line; std::getline(lines, line);) names.push_back(line);
    return names;
  }();
  return kNames;
}

}  // namespace

std::string compile_option_mistake(const std::string& name) {
  std::string plain = name;
  std::ranges::replace(plain, '-', '_');  // as torch reads it
  if (std::ranges::binary_search(inductor_options(), plain)) return "";
  const Axis* axis = catalogue().find(name);
  if (axis != nullptr) return "'" + name + "' is an axis: list it in [axes]";
  return "torch.compile has no option '" + name + "' for inductor" +
         text::did_you_mean(plain, inductor_options());
}

}  // namespace gridlock::matrix
