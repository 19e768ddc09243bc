// Generates the page of the command line: docs/cli.md.
#pragma once

#include <string>

#include "harness/arguments/manual.h"

namespace gridlock::pages {

std::string command_page(const arguments::CommandManual& program);

}  // namespace gridlock::pages
