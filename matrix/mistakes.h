// Collects the mistakes in one input file: reading continues after a mistake, and a user reads all
// of them at once.
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "matrix/diagnostic.h"

namespace gridlock::matrix {

class Mistakes {
 public:
  explicit Mistakes(std::string file) : file_(std::move(file)) {}

  const std::string& file() const { return file_; }
  void add(const FilePosition& place, const std::string& message);
  void add(const InputError& error);

  // Returns the result of `read` (true if it has none), or nothing if it throws an InputError,
  // which is recorded. An item that depends on something unreadable is left out silently, so that
  // one mistake is reported once.
  template <typename Read>
  auto attempt(const Read& read) {
    using Result = std::invoke_result_t<const Read&>;
    if constexpr (std::is_void_v<Result>) {
      return attempt([&] { return read(), true; }).has_value();
    } else {
      try {
        return std::optional<Result>(read());
      } catch (const InputError& error) {
        add(error);
        return std::optional<Result>();
      }
    }
  }

  // Throws all mistakes, in the order of the file; returns if there are none. The reader of a file
  // calls this at its end.
  void check() const;

 private:
  std::string file_;
  std::vector<Mistake> found_;
};

}  // namespace gridlock::matrix
