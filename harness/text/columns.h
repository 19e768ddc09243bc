// Fits text into columns. Each character counts as one column.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gridlock::text {

// The maximum line width of text that is not fitted to a terminal.
inline constexpr int kPageWidth = 100;

int columns(std::string_view text);

// Returns `text` with blanks after it (pad) or before it (pad_left), so that it fills `width`
// columns.
std::string pad(std::string_view text, int width);
std::string pad_left(std::string_view text, int width);

// Cuts text wider than `width` at its end, or in its middle. A path is cut in its middle, because
// its two ends matter most. "…" replaces the removed part.
std::string cut(std::string_view text, int width);
std::string cut_middle(std::string_view text, int width);

// Breaks text at blanks into lines of at most `width` columns, each after `indent`. A word wider
// than a line either gets a line of its own and is not cut, so that names and paths can be copied,
// or is cut in its middle.
enum class LongWord { kKeep, kCut };
std::vector<std::string> wrap(std::string_view text, std::string_view indent,
                              int width = kPageWidth, LongWord long_word = LongWord::kKeep);

// Breaks a shell command before its options into lines of at most `width` columns, each after
// `indent`. All lines but the last end in backslashes, so the command can be copied.
std::vector<std::string> wrap_command(std::string_view command, std::string_view indent,
                                      int width = kPageWidth);

}  // namespace gridlock::text
