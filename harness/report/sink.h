// Where text is shown. Hides file descriptors, terminals and the environment from what draws.
#pragma once

#include <string_view>

namespace gridlock::report {

class Sink {
 public:
  virtual ~Sink() = default;

  // Never throws: a reader that went away must not end a run.
  virtual void write(std::string_view text) = 0;
  virtual bool is_terminal() const = 0;
  // Whether colors are wanted.
  virtual bool color() const = 0;
  // Columns, asked anew whenever something is drawn.
  virtual int width() const = 0;
};

// A file descriptor that someone else closes. Color on a terminal, unless NO_COLOR is set or TERM
// is "dumb"; a dumb terminal is none. 100 columns where there is no terminal.
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
