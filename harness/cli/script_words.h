// The words of a command line after its options: a script or command with its arguments.
#pragma once

#include <string>
#include <vector>

namespace gridlock::cli {

// Throws matrix::InputError if the first word looks like an option. The message suggests the
// nearest of `option_names`, the options of `gridlock COMMAND`.
void refuse_unknown_option(const std::vector<std::string>& words,
                           const std::vector<std::string>& option_names,
                           const std::string& command);

// Returns the first argument of a script that is in `option_names`, and was therefore probably
// meant for gridlock. Returns "" if there is none.
std::string own_option_among(const std::vector<std::string>& arguments,
                             const std::vector<std::string>& option_names);

}  // namespace gridlock::cli
