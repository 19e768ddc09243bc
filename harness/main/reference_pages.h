// Generates the reference pages of docs/ from the code. docs/NAME.md must equal
// reference_page(NAME), and a test compares them.
#pragma once

#include <string>
#include <vector>

namespace gridlock {

namespace arguments {
class Command;
}

std::vector<std::string> reference_page_names();

// Returns the page called `name`, one of reference_page_names().
std::string reference_page(const std::string& name);

// Adds the command `gridlock pages`.
void add_pages(const arguments::Command& app, int& exit_code);

}  // namespace gridlock
