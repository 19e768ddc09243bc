// A stream socket that carries one JSON value a line, between two processes of gridlock. Never
// blocks: what the peer does not take is kept until flush(). A peer that is gone, or that sends
// what is no JSON, makes the channel closed() or is counted; it never throws.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/process/fd.h"

namespace gridlock::protocol {

class Channel {
 public:
  Channel() = default;
  explicit Channel(process::Fd socket);  // becomes non-blocking

  int fd() const { return socket_.get(); }
  bool closed() const { return !socket_; }
  bool wants_write() const { return !outgoing_.empty(); }
  std::size_t garbage() const { return garbage_; }  // lines that were no JSON

  void send(const nlohmann::json& message);
  void flush();
  // No send() after this one: the peer finds the end of the stream, and may still send.
  void finish_sending();
  // All whole lines that have come. At the end of the stream the channel is closed().
  std::vector<nlohmann::json> receive();
  void close() { socket_.reset(); }

 private:
  void take_lines(std::vector<nlohmann::json>& messages);

  process::Fd socket_;
  std::string incoming_;
  std::string outgoing_;
  std::size_t garbage_ = 0;
  bool finishing_ = false;
};

// Two connected stream sockets, closed on exec.
std::pair<process::Fd, process::Fd> stream_pair();

}  // namespace gridlock::protocol
