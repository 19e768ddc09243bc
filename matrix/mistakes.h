// Collects the mistakes in one input file. Reading continues after a mistake, so that one message
// reports all mistakes.
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

  // Calls `read` and returns its result, or true if `read` returns void. If `read` throws an
  // InputError, records the error and returns nothing. The caller then leaves out what depends on
  // the result, without a second message.
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

  // Throws one InputError with all mistakes, in the order of the file; returns if there are no
  // mistakes. The reader of a file calls check() last.
  void check() const;

 private:
  std::string file_;
  std::vector<Mistake> found_;
};

}  // namespace gridlock::matrix
