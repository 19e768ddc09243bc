// Numbers as people read and write them.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace gridlock::text {

// Measured: "0.83 s", "12.4 s", "3 min 05 s", "2 h 10 min".
std::string duration(double seconds);
// The same, and in milliseconds below a second: "12.3 ms".
std::string fine_duration(double seconds);
// Still running, drawn again and again: "6 s", "3 min 05 s", "2 h 10 min".
std::string running_time(double seconds);
// Two digits, where more would say nothing: "0.4 s", "12 s", "3 min", "9 h", "60 days", "years".
std::string rough_duration(double seconds);

// "512 bytes", "1.5 KiB", "12 MiB".
std::string bytes(double size);
// "262,144".
std::string thousands(std::uint64_t number);
// 0 to 100; of nothing, 100.
double percent(std::size_t part, std::size_t whole);
// "1 cell", "2 cells".
std::string count_of(std::size_t count, std::string_view noun);

// Nothing where the text is anything but a whole number from 0 to `most`.
std::optional<int> whole_number(std::string_view text, int most = std::numeric_limits<int>::max());

}  // namespace gridlock::text
