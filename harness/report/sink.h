// The destination of text. Hides file descriptors, terminals and the environment from the drawing
// code.
#pragma once

#include <string_view>

namespace gridlock::report {

class Sink {
 public:
  virtual ~Sink() = default;

  // Never throws: a reader that is gone must not end a run.
  virtual void write(std::string_view text) = 0;
  virtual bool is_terminal() const = 0;
  // Returns whether to use colors.
  virtual bool color() const = 0;
  // Returns the columns, queried again for each drawing.
  virtual int width() const = 0;
};

// Writes to a file descriptor that its owner closes. Uses color on a terminal, unless NO_COLOR is
// set. A terminal counts as none if TERM is unset or "dumb". Without a terminal, assumes 100
// columns.
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
