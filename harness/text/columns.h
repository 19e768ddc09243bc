// Fits text into columns. Each character counts as one column.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gridlock::text {

// The maximum line width of texts that are not cut to a terminal.
inline constexpr int kPageWidth = 100;

int columns(std::string_view text);

// Returns `text` with blanks after it (pad) or before it (pad_left), `width` columns in all.
std::string pad(std::string_view text, int width);
std::string pad_left(std::string_view text, int width);

// Cuts text wider than `width` at its end, or in its middle (for paths, whose two ends matter
// most); "…" replaces the rest.
std::string cut(std::string_view text, int width);
std::string cut_middle(std::string_view text, int width);

// Breaks text at blanks into lines of at most `width` columns, each after `indent`. A word wider
// than a line is kept on a line of its own, so that names and paths can be copied, or cut in its
// middle.
enum class LongWord { kKeep, kCut };
std::vector<std::string> wrap(std::string_view text, std::string_view indent,
                              int width = kPageWidth, LongWord long_word = LongWord::kKeep);

// Breaks a shell command before its options into lines of at most `width` columns, each after
// `indent`, with backslashes, so that it can be copied.
std::vector<std::string> wrap_command(std::string_view command, std::string_view indent,
                                      int width = kPageWidth);

}  // namespace gridlock::text
