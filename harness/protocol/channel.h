// A stream socket between two processes of gridlock, with one JSON value per line. It never blocks:
// it keeps data that the peer does not accept until flush(). It never throws because of the peer:
// it is closed() once the peer is gone, and it counts lines that are not JSON.
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
  // Ends the stream to the peer, which may still send. No send() may follow.
  void finish_sending();
  // Returns all complete lines received so far. The channel is closed() at the end of the stream.
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
