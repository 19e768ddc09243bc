// Texts made to fit into a column. Bytes, not columns: ids, verdicts and classes are ASCII.
#pragma once

#include <string>

namespace gridlock::cli {

std::string cut(const std::string& text, std::size_t width);

// Both ends of an id matter: its case, and the axes that are the case's own.
std::string cut_middle(const std::string& text, std::size_t width);

}  // namespace gridlock::cli
