// The destination of text output. The interface hides file descriptors, terminals and environment
// variables from the drawing code.
#pragma once

#include <string_view>

namespace gridlock::report {

class Sink {
 public:
  virtual ~Sink() = default;

  // Never throws, so that a closed pipe does not end a run.
  virtual void write(std::string_view text) = 0;
  virtual bool is_terminal() const = 0;
  // Returns whether to use colors.
  virtual bool color() const = 0;
  // Returns the number of columns. Drawing code calls this function again for each drawing.
  virtual int width() const = 0;
};

// A sink that writes to a file descriptor but does not close the descriptor. Uses color on a
// terminal unless NO_COLOR is set. Treats a terminal like a file if TERM is unset or "dumb".
// Assumes 100 columns if there is no terminal.
class FdSink : public Sink {
 public:
  explicit FdSink(int fd);

  void write(std::string_view text) override;
  bool is_terminal() const override { return terminal_; }
  bool color() const override { return color_; }
  int width() const override;

 private:
  int fd_;
  bool terminal_;
  bool color_;
};

}  // namespace gridlock::report
