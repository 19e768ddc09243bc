// What an exec says to its user: on standard error, each line with a name before it, in color on a
// terminal alone. The output of ranks goes elsewhere, untouched.
#pragma once

#include <string>

namespace gridlock::exec {

class Console {
 public:
  Console();

  void note(const std::string& text) const;   // "gridlock: text"
  void alarm(const std::string& text) const;  // the same, in red
  void block(const std::string& text) const;  // many lines, as they are

 private:
  bool color_;
};

}  // namespace gridlock::exec
