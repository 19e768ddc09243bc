// Text fitted into columns. Each character counts as one column.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gridlock::text {

// The widest line where a text is not cut to a terminal.
inline constexpr int kPageWidth = 100;

int columns(std::string_view text);

// `text` and blanks behind it (pad) or in front of it (pad_left), `width` columns in all.
std::string pad(std::string_view text, int width);
std::string pad_left(std::string_view text, int width);

// Cuts text wider than `width` at its end, or in its middle (paths, whose two ends matter most);
// "…" stands for the rest.
std::string cut(std::string_view text, int width);
std::string cut_middle(std::string_view text, int width);

// Broken at blanks into lines of at most `width` columns, each behind `indent`. A word wider than
// a line has a line of its own, as names and paths are to be copied, or is cut in its middle.
enum class LongWord { kKeep, kCut };
std::vector<std::string> wrap(std::string_view text, std::string_view indent,
                              int width = kPageWidth, LongWord long_word = LongWord::kKeep);

// A shell command of at most `width` columns a line, each behind `indent`: broken before its
// options, with a backslash, so that it can be copied.
std::vector<std::string> wrap_command(std::string_view command, std::string_view indent,
                                      int width = kPageWidth);

}  // namespace gridlock::text
