// The page of the keys that matrix files and cases have: docs/matrix-keys.md.
#pragma once

#include <string>

namespace gridlock::pages {

std::string keys_page();

}  // namespace gridlock::pages
