// Everything that is wrong with one input file: reading goes on behind a mistake, and a user reads
// all of them at once.
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

  // What `read` returns (true if nothing), or none (false) where it throws an InputError, which is
  // kept. An item that needs what could not be read is left out silently: one mistake is reported
  // once.
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

  // Throws all of them, in the order of the file; returns where there are none. Reading a
  // file ends with this.
  void check() const;

 private:
  std::string file_;
  std::vector<Mistake> found_;
};

}  // namespace gridlock::matrix
