// Prints the messages of an exec to standard error, and alarms in color if it is a terminal. The
// output of the ranks does not pass through it.
#pragma once

#include <string>

namespace gridlock::exec {

class Console {
 public:
  Console();

  void note(const std::string& text) const;   // "gridlock: text"
  void alarm(const std::string& text) const;  // like note(), in red
  void block(const std::string& text) const;  // many lines, unchanged

 private:
  bool color_;
};

}  // namespace gridlock::exec
