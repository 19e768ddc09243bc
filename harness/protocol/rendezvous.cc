#include "harness/protocol/rendezvous.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>
#include <iterator>
#include <optional>
#include <system_error>

namespace gridlock::protocol {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kConnectTime{300};

[[noreturn]] void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

sockaddr_un address_of(const std::filesystem::path& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.native().size() >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    fail("socket " + path.string());
  }
  std::strcpy(address.sun_path, path.c_str());
  return address;
}

// Returns an empty Fd if the address cannot be reached.
process::Fd begin_to_connect(const sockaddr_in& address) {
  process::Fd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const auto* where = reinterpret_cast<const sockaddr*>(&address);
  const int error = connect(socket.get(), where, sizeof address);
  return error == 0 || errno == EINPROGRESS ? std::move(socket) : process::Fd();
}

// Waits until the outcome of one of the connections is known. Returns false if that takes longer.
bool wait_for_one(const std::vector<process::Fd>& sockets, std::chrono::milliseconds time) {
  std::vector<pollfd> waits;
  for (const process::Fd& socket : sockets) waits.push_back({socket.get(), POLLOUT, 0});
  return poll(waits.data(), waits.size(), static_cast<int>(time.count())) > 0;
}

// Returns the error of the connection: 0 if it is made, nullopt if that is not known yet.
std::optional<int> outcome_of(const process::Fd& socket) {
  pollfd wait{socket.get(), POLLOUT, 0};
  if (poll(&wait, 1, 0) != 1) return std::nullopt;
  int error = 0;
  socklen_t size = sizeof error;
  const int result = getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &error, &size);
  return result == 0 ? error : errno;
}

// Returns the first socket that is connected. Removes those whose connection has failed.
process::Fd take_connected(std::vector<process::Fd>& sockets) {
  for (auto socket = sockets.begin(); socket != sockets.end();) {
    const std::optional<int> error = outcome_of(*socket);
    if (error == 0) return std::move(*socket);
    socket = error ? sockets.erase(socket) : std::next(socket);
  }
  return {};
}

}  // namespace

process::Fd listen_at(const std::filesystem::path& path, int type) {
  const sockaddr_un address = address_of(path);
  process::Fd socket(::socket(AF_UNIX, type | SOCK_CLOEXEC, 0));
  if (bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      listen(socket.get(), SOMAXCONN) != 0) {
    fail("listening at " + path.string());
  }
  return socket;
}

process::Fd connect_to(const std::filesystem::path& path, int type) {
  const sockaddr_un address = address_of(path);
  process::Fd socket(::socket(AF_UNIX, type | SOCK_CLOEXEC, 0));
  if (connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    fail("connecting to " + path.string());
  }
  return socket;
}

process::Fd accept_from(int listener) {
  process::Fd socket(accept4(listener, nullptr, nullptr, SOCK_CLOEXEC));
  if (!socket) fail("accepting an agent");
  return socket;
}

namespace {

// Makes the kernel close connections of this socket, and of those that it accepts, two minutes
// after the other host has disappeared without a word.
void notice_lost_hosts(int socket) {
  const auto set = [socket](int level, int option, int value) {
    setsockopt(socket, level, option, &value, sizeof value);
  };
  set(SOL_SOCKET, SO_KEEPALIVE, 1);
  set(IPPROTO_TCP, TCP_KEEPIDLE, 60);
  set(IPPROTO_TCP, TCP_KEEPINTVL, 10);
  set(IPPROTO_TCP, TCP_KEEPCNT, 6);
}

}  // namespace

process::Fd listen_on_port(int port, bool loopback_only) {
  process::Fd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(loopback_only ? INADDR_LOOPBACK : INADDR_ANY);
  // SO_REUSEADDR permits a port that an earlier job has just released.
  const int on = 1;
  if (port != 0) setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  notice_lost_hosts(socket.get());
  if (bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      listen(socket.get(), SOMAXCONN) != 0) {
    fail("listening on port " + std::to_string(port));
  }
  return socket;
}

process::Fd connect_to_any(const std::vector<sockaddr_in>& addresses) {
  std::vector<process::Fd> sockets;
  for (const sockaddr_in& address : addresses) {
    process::Fd socket = begin_to_connect(address);
    if (socket) sockets.push_back(std::move(socket));
  }
  const auto until = Clock::now() + kConnectTime;
  while (!sockets.empty()) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    if (left.count() <= 0 || !wait_for_one(sockets, left)) break;
    process::Fd connected = take_connected(sockets);
    if (connected) return connected;
  }
  return {};
}

process::Fd connect_to_port(const std::string& host, int port) {
  addrinfo hints{};
  hints.ai_family = AF_INET;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found) != 0) return {};
  std::vector<sockaddr_in> addresses;
  for (const addrinfo* each = found; each != nullptr; each = each->ai_next) {
    std::memcpy(&addresses.emplace_back(), each->ai_addr, sizeof(sockaddr_in));
  }
  freeaddrinfo(found);
  return connect_to_any(addresses);
}

std::pair<process::Fd, int> listen_on_free_port(bool loopback_only) {
  process::Fd socket = listen_on_port(0, loopback_only);
  sockaddr_in address{};
  socklen_t size = sizeof address;
  if (getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    fail("listening on a free port");
  }
  return {std::move(socket), ntohs(address.sin_port)};
}

}  // namespace gridlock::protocol
