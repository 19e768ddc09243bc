// A stream socket between two processes of gridlock that carries one JSON value per line. The
// channel never blocks: data that the peer does not accept is kept until flush(). The channel never
// throws because of the peer: when the peer is gone, the channel is closed(), and lines that are
// not JSON are counted.
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
  explicit Channel(process::Fd socket);  // the socket becomes non-blocking

  int fd() const { return socket_.get(); }
  bool closed() const { return !socket_; }
  bool wants_write() const { return !outgoing_.empty(); }
  std::size_t invalid_lines() const { return invalid_lines_; }  // lines that were not JSON

  void send(const nlohmann::json& message);
  void flush();
  // No send() may follow. The peer reads the end of the stream, and may still send.
  void finish_sending();
  // Returns all whole lines received so far. At the end of the stream the channel is closed().
  std::vector<nlohmann::json> receive();
  void close() { socket_.reset(); }

 private:
  void parse_lines(std::vector<nlohmann::json>& messages);

  process::Fd socket_;
  std::string incoming_;
  std::string outgoing_;
  std::size_t invalid_lines_ = 0;
  bool finishing_ = false;
};

// Returns two connected stream sockets, closed on exec.
std::pair<process::Fd, process::Fd> stream_pair();

}  // namespace gridlock::protocol
