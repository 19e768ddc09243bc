// A destination for text. It hides file descriptors, terminals and environment variables from the
// code that draws.
#pragma once

#include <chrono>
#include <functional>
#include <string_view>

namespace gridlock::report {

class Sink {
 public:
  virtual ~Sink() = default;

  // Writes the text. Never throws, because a closed pipe must not end a run.
  virtual void write(std::string_view text) = 0;
  virtual bool is_terminal() const = 0;
  // Returns whether to use colors.
  virtual bool color() const = 0;
  // Returns the number of columns. It may change, so callers ask again before each drawing.
  virtual int width() const = 0;
};

// Writes to a file descriptor, which it does not close. Uses color on a terminal unless NO_COLOR is
// set. If TERM is unset or "dumb", a terminal is treated like a file. Without a terminal, the width
// is 100 columns. Waits for a reader that does not read. Once `gives_up` returns true, it
// waits no longer than `patience` in all, and text that the reader does not take then is lost.
class FdSink : public Sink {
 public:
  explicit FdSink(
      int fd, std::function<bool()> gives_up = [] { return false; },
      std::chrono::milliseconds patience = std::chrono::seconds(3));

  void write(std::string_view text) override;
  bool is_terminal() const override { return terminal_; }
  bool color() const override { return color_; }
  int width() const override;

 private:
  bool is_taken();

  int fd_;
  bool terminal_;
  bool color_;
  std::function<bool()> gives_up_;
  int ticks_left_;
};

}  // namespace gridlock::report
