// The pages of docs/ that are generated from the code. docs/NAME.md must equal the result of
// reference_page(NAME).
#pragma once

#include <string>
#include <vector>

namespace gridlock {

namespace arguments {
class Command;
}

std::vector<std::string> reference_page_names();

// Returns the page. `name` is one of reference_page_names().
std::string reference_page(const std::string& name);

// Adds the command `gridlock pages`.
void add_pages(const arguments::Command& app, int& exit_code);

}  // namespace gridlock
