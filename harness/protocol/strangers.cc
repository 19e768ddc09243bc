#include "harness/protocol/strangers.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <utility>

#include "harness/protocol/handshake.h"

namespace gridlock::protocol {
namespace {

constexpr std::chrono::seconds kTimeForHandshake{5};
constexpr std::size_t kMost = 64;

std::string address_of(int socket) {
  sockaddr_in peer{};
  socklen_t size = sizeof peer;
  char text[INET_ADDRSTRLEN] = "";
  if (getpeername(socket, reinterpret_cast<sockaddr*>(&peer), &size) == 0) {
    inet_ntop(AF_INET, &peer.sin_addr, text, sizeof text);
  }
  return *text != '\0' ? text : "an unknown address";
}

}  // namespace

// Accepts a limited number, because peers may connect faster than this process accepts.
void Strangers::accept(int listener) {
  for (std::size_t i = 0; i < kMost; ++i) {
    process::Fd socket(accept4(listener, nullptr, nullptr, SOCK_CLOEXEC));
    if (!socket) return;
    strangers_.push_back({FirstLine(std::move(socket), kLongestHandshake)});
  }
}

std::vector<Strangers::Host> Strangers::admit(const Secrets& secrets) {
  std::vector<Host> hosts;
  for (Stranger& stranger : strangers_) read(stranger, secrets, hosts);
  const auto latest = std::chrono::steady_clock::now() - kTimeForHandshake;
  std::erase_if(strangers_, [&](const Stranger& stranger) {
    return stranger.line.closed() || stranger.accepted < latest;
  });
  while (strangers_.size() > kMost) strangers_.pop_front();
  return hosts;
}

void Strangers::read(Stranger& stranger, const Secrets& secrets, std::vector<Host>& hosts) {
  const auto line = stranger.line.receive();
  if (!line) return;
  process::Fd socket = stranger.line.take_socket();
  for (const std::string& secret : secrets) {
    const auto presented = read_handshake(*line, secret);
    if (!presented || presented->host <= 0) return;
    if (!presented->knows_secret) continue;
    hosts.push_back({presented->host, secret, std::move(socket)});
    return;
  }
  if (refused_.empty()) refused_ = address_of(socket.get());
}

std::vector<int> Strangers::fds() const {
  std::vector<int> fds;
  for (const Stranger& stranger : strangers_) fds.push_back(stranger.line.fd());
  return fds;
}

std::string Strangers::take_refused() {
  return std::exchange(refused_, {});
}

}  // namespace gridlock::protocol
