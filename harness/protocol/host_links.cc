#include "harness/protocol/host_links.h"

#include <fcntl.h>
#include <sys/socket.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/fields/description.h"
#include "harness/fields/path.h"
#include "harness/protocol/rendezvous.h"

namespace gridlock::protocol {
namespace {

constexpr std::chrono::seconds kBetweenTries{1};
// Limits for peers that have not identified themselves.
constexpr std::chrono::seconds kTimeForHandshake{5};
constexpr std::size_t kMostStrangers = 64;
constexpr std::size_t kLongestHandshake = 4096;  // bytes

// Compares in a time that does not depend on where the texts differ.
bool same_secret(const std::string& a, const std::string& b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  }
  return difference == 0;
}

// The first message on a link, which identifies the peer.
struct Handshake {
  int host = 0;
  std::string secret;
};

constexpr auto fields_of(fields::Type<Handshake>) {
  return fields::List{
      fields::required("host", &Handshake::host),
      fields::required("secret", &Handshake::secret),
  };
}

}  // namespace

HostLinks::HostLinks(process::Fd listener, std::string secret)
    : listener_(std::move(listener)), secret_(std::move(secret)) {
  fcntl(listener_.get(), F_SETFL, fcntl(listener_.get(), F_GETFL) | O_NONBLOCK);
}

std::size_t HostLinks::size() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(links_, [](const Link& link) { return link.host >= 0; }));
}

std::vector<int> HostLinks::fds() const {
  std::vector<int> fds;
  if (listener_) fds.push_back(listener_.get());
  for (const Link& link : links_) fds.push_back(link.channel.fd());
  return fds;
}

bool HostLinks::wants_write() const {
  return std::ranges::any_of(links_, [](const Link& link) { return link.channel.wants_write(); });
}

bool HostLinks::is_late(const Link& link) {
  return link.host < 0 && std::chrono::steady_clock::now() - link.accepted > kTimeForHandshake;
}

void HostLinks::accept_all() {
  while (listener_) {
    process::Fd socket(accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!socket) return;
    if (strangers() >= kMostStrangers) continue;  // closes the connection
    links_.emplace_back().channel = Channel(std::move(socket));
    links_.back().channel.limit_lines(kLongestHandshake);
  }
}

void HostLinks::handle(Link& link, const nlohmann::json& message, const Handler& handler) const {
  if (link.host >= 0) return handler(link.host, message);
  const auto handshake = fields::from_json<Handshake>(message);
  if (handshake.host <= 0 || !same_secret(handshake.secret, secret_)) return link.channel.close();
  link.host = handshake.host;
  link.channel.limit_lines(Channel::kLongestLine);
}

void HostLinks::receive(const Handler& handler) {
  accept_all();
  for (Link& link : links_) {
    link.channel.flush();
    try {
      for (const nlohmann::json& message : link.channel.receive()) handle(link, message, handler);
    } catch (const fields::Error&) {
      link.channel.close();
    }
  }
  std::erase_if(links_, [](const Link& link) { return link.channel.closed() || is_late(link); });
}

void HostLinks::send(const nlohmann::json& message) {
  for (Link& link : links_) {
    if (link.host >= 0) link.channel.send(message);
  }
}

FirstHostLink::FirstHostLink(std::string address, int port, int host, std::string secret)
    : address_(std::move(address)), port_(port), host_(host), secret_(std::move(secret)) {}

bool FirstHostLink::reconnect() {
  if (port_ == 0 || connected() || Clock::now() < next_try_) return false;
  next_try_ = Clock::now() + kBetweenTries;
  process::Fd socket = connect_to_port(address_, port_);
  if (!socket) return false;
  channel_ = Channel(std::move(socket));
  channel_.send(fields::to_json<nlohmann::json>(Handshake{host_, secret_}));
  return true;
}

std::vector<nlohmann::json> FirstHostLink::receive() {
  channel_.flush();
  return channel_.receive();
}

void FirstHostLink::send(const nlohmann::json& message) {
  channel_.send(message);
}

}  // namespace gridlock::protocol
