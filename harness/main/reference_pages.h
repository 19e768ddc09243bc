// The pages of docs/ that follow from the code: docs/NAME.md must be what reference_page(NAME)
// returns.
#pragma once

#include <string>
#include <vector>

namespace gridlock {

namespace arguments {
class Command;
}

std::vector<std::string> reference_page_names();

// `name` is one of reference_page_names().
std::string reference_page(const std::string& name);

// gridlock pages
void add_pages(const arguments::Command& app, int& exit_code);

}  // namespace gridlock
