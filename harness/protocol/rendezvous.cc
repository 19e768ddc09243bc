#include "harness/protocol/rendezvous.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace gridlock::protocol {
namespace {

constexpr int kConnectMs = 300;

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

process::Fd listen_on_port(int port, bool loopback_only) {
  process::Fd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(loopback_only ? INADDR_LOOPBACK : INADDR_ANY);
  // SO_REUSEADDR permits a port that an earlier job has just released.
  const int on = 1;
  if (port != 0) setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      listen(socket.get(), SOMAXCONN) != 0) {
    fail("listening on port " + std::to_string(port));
  }
  return socket;
}

process::Fd connect_to_port(const std::string& host, int port) {
  addrinfo hints{};
  hints.ai_family = AF_INET;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found) != 0) return {};
  process::Fd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const bool over = connect(socket.get(), found->ai_addr, found->ai_addrlen) == 0;
  const bool begun = over || errno == EINPROGRESS;
  freeaddrinfo(found);
  if (!begun) return {};
  pollfd wait{socket.get(), POLLOUT, 0};
  int error = 0;
  socklen_t size = sizeof error;
  const bool known = poll(&wait, 1, kConnectMs) == 1 &&
                     getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &error, &size) == 0;
  return known && error == 0 ? std::move(socket) : process::Fd();
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
