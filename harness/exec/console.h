// Prints the messages of gridlock exec to standard error. Alarms are red if standard error is a
// terminal. The output of the ranks does not pass through the Console.
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
