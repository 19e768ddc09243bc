// Small pieces of text. Every character (UTF-8) counts as one column; what is no UTF-8 never gets
// past clean().
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gridlock::diagnosis {

// The widest that a diagnosis is drawn.
inline constexpr int kWidth = 100;

// Names come from ranks, which may write anything: control characters become blanks, and bytes that
// are no UTF-8 become "?". Blanks at both ends go.
std::string clean(std::string_view text);

int columns(std::string_view text);
std::string pad(std::string_view text, int width);

// Cuts what is wider than `width` at its end, or in its middle (paths, whose two ends matter most);
// "…" stands for what is missing.
std::string cut(std::string_view text, int width);
std::string cut_middle(std::string_view text, int width);

// Broken at blanks into lines of at most `width` columns, each behind `indent`. A word that is
// wider than a line is cut in its middle.
std::vector<std::string> wrap(std::string_view text, std::string_view indent, int width = kWidth);

// Sorted numbers: "0-3,7"; where that has more than 8 parts, "0,2,4,6,8,10,12,14,… (512)".
std::string ranges(const std::vector<int>& numbers, std::string_view separator = ",");
// "rank 2", "ranks 0-3, 7"; "no rank".
std::string rank_list(const std::vector<int>& ranks);

// "0.4 s", "12 s", "3 min", "9 h", "60 days": two digits are enough to be told.
std::string duration(double seconds);

std::string capitalised(std::string text);

// "a", "a and b", "a, b and c".
std::string enumeration(const std::vector<std::string>& parts);

}  // namespace gridlock::diagnosis
