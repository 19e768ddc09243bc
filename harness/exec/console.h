// Prints the messages of an exec to standard error; alarms are in color on a terminal. The ranks'
// own output does not pass through the console.
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
