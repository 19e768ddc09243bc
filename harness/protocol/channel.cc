#include "harness/protocol/channel.h"

#include <fcntl.h>
#include <sys/socket.h>

#include <cerrno>
#include <nlohmann/json.hpp>
#include <system_error>

namespace gridlock::protocol {
namespace {

// Limit on the bytes that one call of receive() reads. It is larger than a socket's buffer, so one
// call reads all that a dead peer has left behind.
constexpr std::size_t kMostPerCall = 4u << 20;
// No message of gridlock is longer, in bytes. The limit keeps a rank that writes endlessly from
// exhausting the memory.
constexpr std::size_t kLongestLine = 64u << 20;

}  // namespace

Channel::Channel(process::Fd socket) : socket_(std::move(socket)) {
  fcntl(socket_.get(), F_SETFL, fcntl(socket_.get(), F_GETFL) | O_NONBLOCK);
}

void Channel::send(const nlohmann::json& message) {
  if (closed()) return;
  // `replace` makes sure that a message with invalid UTF-8 still arrives, such as one with a
  // traceback.
  outgoing_ += message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
  flush();
}

void Channel::flush() {
  while (!closed() && !outgoing_.empty()) {
    const ssize_t sent = ::send(fd(), outgoing_.data(), outgoing_.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      outgoing_.erase(0, static_cast<std::size_t>(sent));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return;
    } else if (errno != EINTR) {
      outgoing_.clear();  // the peer closed its end; its last messages can still be received
    }
  }
  if (!closed() && finishing_) shutdown(fd(), SHUT_WR);
}

void Channel::finish_sending() {
  finishing_ = true;
  flush();
}

std::vector<nlohmann::json> Channel::receive() {
  std::vector<nlohmann::json> messages;
  char buffer[1 << 16];
  std::size_t received = 0;
  while (!closed() && received < kMostPerCall) {
    const ssize_t got = ::recv(fd(), buffer, sizeof buffer, 0);
    if (got > 0) {
      received += static_cast<std::size_t>(got);
      incoming_.append(buffer, static_cast<std::size_t>(got));
      parse_lines(messages);
      if (incoming_.size() > kLongestLine) close();
    } else if (got < 0 && errno == EINTR) {
      continue;
    } else if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      break;
    } else {
      close();
    }
  }
  return messages;
}

void Channel::parse_lines(std::vector<nlohmann::json>& messages) {
  std::size_t begin = 0;
  for (std::size_t end = incoming_.find('\n'); end != std::string::npos;
       end = incoming_.find('\n', begin)) {
    nlohmann::json message = nlohmann::json::parse(
        incoming_.begin() + static_cast<std::ptrdiff_t>(begin),
        incoming_.begin() + static_cast<std::ptrdiff_t>(end), nullptr, /*allow_exceptions=*/false);
    if (message.is_object()) {
      messages.push_back(std::move(message));
    } else {
      ++invalid_lines_;
    }
    begin = end + 1;
  }
  incoming_.erase(0, begin);
}

std::pair<process::Fd, process::Fd> stream_pair() {
  int fds[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0) {
    throw std::system_error(errno, std::generic_category(), "making a socket pair");
  }
  return {process::Fd(fds[0]), process::Fd(fds[1])};
}

}  // namespace gridlock::protocol
