// The words of a command line that are a script or command with its arguments: those behind the
// options.
#pragma once

#include <string>
#include <vector>

namespace gridlock::cli {

// Throws matrix::InputError where the first word looks like an option: none of `option_names`,
// those of `gridlock COMMAND`, but perhaps one of them misspelt.
void refuse_unknown_option(const std::vector<std::string>& words,
                           const std::vector<std::string>& option_names,
                           const std::string& command);

// The option of `option_names` that is among a script's arguments, or "": probably meant for
// gridlock.
std::string own_option_among(const std::vector<std::string>& arguments,
                             const std::vector<std::string>& option_names);

}  // namespace gridlock::cli
