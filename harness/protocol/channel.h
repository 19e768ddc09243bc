// A stream socket between two processes of gridlock, with one JSON object per line. It never
// blocks: flush() sends what the peer has not accepted yet. It never throws because of the peer:
// closed() returns true once the peer is gone, and invalid_lines() counts lines that are not JSON
// objects.
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
  std::size_t invalid_lines() const { return invalid_lines_; }  // not JSON objects

  void send(const nlohmann::json& message);
  void flush();
  // Closes the sending direction once all data is sent. The peer may still send. Do not call send()
  // after this.
  void finish_sending();
  // Returns complete lines that have been received, up to a limit: a peer that sends without end
  // must not stop the caller. The descriptor stays readable if there are more. The channel is
  // closed() at the end of the stream.
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

// Returns two connected stream sockets, which are closed on exec.
std::pair<process::Fd, process::Fd> stream_pair();

}  // namespace gridlock::protocol
