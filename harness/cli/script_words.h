// The words of a command line after the options: a script or command with its arguments.
#pragma once

#include <string>
#include <vector>

namespace gridlock::cli {

// Throws matrix::InputError if the first word looks like an option: it is none of `option_names`,
// the options of `gridlock COMMAND`, but perhaps a misspelling of one.
void refuse_unknown_option(const std::vector<std::string>& words,
                           const std::vector<std::string>& option_names,
                           const std::string& command);

// Returns the option of `option_names` that is among a script's arguments and was probably meant
// for gridlock, or "".
std::string own_option_among(const std::vector<std::string>& arguments,
                             const std::vector<std::string>& option_names);

}  // namespace gridlock::cli
