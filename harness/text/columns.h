// Fits text into columns. Every character counts as one column.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gridlock::text {

// Largest line width, in columns, of text that is not fitted to the width of a terminal.
inline constexpr int kPageWidth = 100;

int columns(std::string_view text);

// Returns `text` filled up with blanks to `width` columns. pad() adds them after the text, and
// pad_left() before it.
std::string pad(std::string_view text, int width);
std::string pad_left(std::string_view text, int width);

// Returns `text` cut to `width` columns, with "…" in place of the removed part. cut_middle() cuts
// in the middle, for paths, in which both ends matter most.
std::string cut(std::string_view text, int width);
std::string cut_middle(std::string_view text, int width);

// Breaks text at blanks into lines of at most `width` columns, each after `indent`. A word that is
// wider than a line gets a line of its own. kKeep leaves such a word whole, so that names and paths
// can be copied. kCut cuts it in the middle.
enum class LongWord { kKeep, kCut };
std::vector<std::string> wrap(std::string_view text, std::string_view indent,
                              int width = kPageWidth, LongWord long_word = LongWord::kKeep);

// Breaks a shell command before its options into lines of at most `width` columns, each after
// `indent`. All lines but the last end in a backslash, so that the command can be copied.
std::vector<std::string> wrap_command(std::string_view command, std::string_view indent,
                                      int width = kPageWidth);

}  // namespace gridlock::text
