// The style sheet and the script of the page (assets/).
#pragma once

namespace gridlock::page {

extern const char* const kStyle;
extern const char* const kScript;

}  // namespace gridlock::page
