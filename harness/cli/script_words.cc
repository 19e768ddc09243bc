#include "harness/cli/script_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/text/names.h"
#include "matrix/diagnostic.h"

namespace gridlock::cli {
namespace {

// Returns the name of the option, such as "--lr" for "--lr=0.1".
std::string option_of(const std::string& word) {
  return word.substr(0, word.find('='));
}

}  // namespace

void refuse_unknown_option(const std::vector<std::string>& words,
                           const std::vector<std::string>& option_names,
                           const std::string& command) {
  if (words.empty() || !words.front().starts_with('-')) return;
  const std::string option = option_of(words.front());
  throw matrix::InputError(fmt::format("unknown option {}{}; see gridlock {} --help", option,
                                       text::did_you_mean(option, option_names), command));
}

std::string own_option_among(const std::vector<std::string>& arguments,
                             const std::vector<std::string>& option_names) {
  const auto own = std::ranges::find_if(arguments, [&](const std::string& word) {
    return std::ranges::count(option_names, option_of(word)) > 0;
  });
  return own == arguments.end() ? "" : option_of(*own);
}

}  // namespace gridlock::cli
