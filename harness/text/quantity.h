// Formats and parses quantities for people.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace gridlock::text {

// Formats a measured time: "0.83 s", "12.4 s", "3 min 05 s", "2 h 10 min".
std::string duration(double seconds);
// Formats a measured time like duration(), but in milliseconds below a second: "12.3 ms".
std::string fine_duration(double seconds);
// Formats a running time in whole seconds, because it is redrawn repeatedly: "6 s", "3 min 05 s",
// "2 h 10 min".
std::string running_time(double seconds);
// Formats a time roughly, as one number with a unit: "0.4 s", "12 s", "3 min", "9 h", "60 days",
// "years".
std::string rough_duration(double seconds);

// Returns text such as "512 bytes", "1.5 KiB" or "12 MiB".
std::string bytes(double size);
// Returns text such as "262,144".
std::string thousands(std::uint64_t number);
// Returns the percentage of `part` in `whole`; 100 if `whole` is 0.
double percent(std::size_t part, std::size_t whole);
// Returns text such as "1 cell" or "2 cells".
std::string count_of(std::size_t count, std::string_view noun);

// Returns the number, or nullopt unless the text is an integer from 0 to `most`.
std::optional<int> whole_number(std::string_view text, int most = std::numeric_limits<int>::max());

}  // namespace gridlock::text
