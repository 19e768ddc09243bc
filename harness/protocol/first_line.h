// Reads the first line of a TCP connection, and leaves everything after it in the socket.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "harness/process/fd.h"

namespace gridlock::protocol {

// Never blocks.
class FirstLine {
 public:
  FirstLine() = default;
  // Reads at most `longest` bytes. A peer that sends a longer line is disconnected.
  FirstLine(process::Fd socket, std::size_t longest)
      : socket_(std::move(socket)), longest_(longest) {}

  // Returns the line, without its end, once it has arrived.
  std::optional<std::string> receive();
  bool closed() const { return !socket_; }  // the peer is gone
  int fd() const { return socket_.get(); }
  process::Fd take_socket() { return std::move(socket_); }

 private:
  process::Fd socket_;
  std::size_t longest_ = 0;
  std::string text_;  // received so far
};

}  // namespace gridlock::protocol
