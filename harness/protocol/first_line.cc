#include "harness/protocol/first_line.h"

#include <sys/socket.h>

#include <cerrno>

namespace gridlock::protocol {

std::optional<std::string> FirstLine::receive() {
  std::string bytes(longest_, '\0');
  while (!closed() && text_.size() < longest_) {
    const std::size_t room = longest_ - text_.size();
    const ssize_t got = recv(fd(), bytes.data(), room, MSG_PEEK | MSG_DONTWAIT);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return std::nullopt;
    if (got <= 0) break;
    const std::size_t end = bytes.substr(0, static_cast<std::size_t>(got)).find('\n');
    const bool complete = end != std::string::npos;
    const std::size_t taken = complete ? end + 1 : static_cast<std::size_t>(got);
    recv(fd(), bytes.data(), taken, MSG_DONTWAIT);  // removes what has just been seen
    text_.append(bytes, 0, complete ? end : taken);
    if (complete) return text_;
  }
  socket_.reset();
  return std::nullopt;
}

}  // namespace gridlock::protocol
