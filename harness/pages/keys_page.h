// Generates the page of the keys of matrix files and cases: docs/matrix-keys.md.
#pragma once

#include <string>

namespace gridlock::pages {

std::string keys_page();

}  // namespace gridlock::pages
