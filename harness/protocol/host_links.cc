#include "harness/protocol/host_links.h"

#include <fcntl.h>
#include <sys/socket.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/fields/path.h"
#include "harness/protocol/handshake.h"
#include "harness/protocol/rendezvous.h"

namespace gridlock::protocol {
namespace {

constexpr std::chrono::seconds kBetweenTries{1};

}  // namespace

HostLinks::HostLinks(process::Fd listener, std::string secret) : listener_(std::move(listener)) {
  add_secret(std::move(secret));
  fcntl(listener_.get(), F_SETFL, fcntl(listener_.get(), F_GETFL) | O_NONBLOCK);
}

// Leaves out the listener while no connection can be accepted: it stays readable then.
std::vector<int> HostLinks::fds() const {
  std::vector<int> fds = strangers_.fds();
  if (listener_ && !secrets_.empty()) fds.push_back(listener_.get());
  for (const Link& link : links_) fds.push_back(link.channel.fd());
  return fds;
}

bool HostLinks::wants_write() const {
  return std::ranges::any_of(links_, [](const Link& link) { return link.channel.wants_write(); });
}

void HostLinks::accept_hosts() {
  if (!listener_ || secrets_.empty()) return;
  strangers_.accept(listener_.get());
  for (Strangers::Host& host : strangers_.admit(secrets_)) {
    // A host that connects again has lost its earlier link.
    std::erase_if(links_, [&](const Link& link) { return link.host == host.number; });
    links_.push_back({host.number, Channel(std::move(host.socket))});
    links_.back().channel.send(handshake(0, host.secret));
  }
}

void HostLinks::handle_messages(Link& link, const Handler& handler) {
  link.channel.flush();
  try {
    for (const nlohmann::json& message : link.channel.receive()) handler(link.host, message);
  } catch (const fields::Error&) {
    link.channel.close();
  }
}

void HostLinks::receive(const Handler& handler) {
  accept_hosts();
  for (Link& link : links_) handle_messages(link, handler);
  std::erase_if(links_, [](const Link& link) { return link.channel.closed(); });
}

void HostLinks::send(const nlohmann::json& message) {
  for (Link& link : links_) link.channel.send(message);
}

FirstHostLink::FirstHostLink(std::string address, int port, int host, std::string secret)
    : address_(std::move(address)), port_(port), host_(host) {
  add_secret(std::move(secret));
}

bool FirstHostLink::reconnect() {
  if (connected() || secrets_.empty()) return false;
  if (answer_.closed()) begin_attempt();
  return !answer_.closed() && finish_attempt();
}

void FirstHostLink::begin_attempt() {
  if (Clock::now() < next_try_) return;
  next_try_ = Clock::now() + kBetweenTries;
  attempt_ = Attempt::kUnreachable;
  process::Fd socket = connect_to_port(address_, port_);
  if (!socket) return;
  attempt_ = Attempt::kUnanswered;
  presented_ = secrets_[next_secret_++ % secrets_.size()];
  const std::string line = handshake(host_, presented_).dump() + '\n';
  // A new connection has room for the line.
  ::send(socket.get(), line.data(), line.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  answer_ = FirstLine(std::move(socket), kLongestHandshake);
}

// Returns whether the first host has answered with its half of the secret.
bool FirstHostLink::finish_attempt() {
  const auto line = answer_.receive();
  if (line) {
    const auto presented = read_handshake(*line, presented_);
    process::Fd socket = answer_.take_socket();
    if (presented && presented->host == 0 && presented->knows_secret) {
      channel_ = Channel(std::move(socket));
      attempt_ = Attempt::kNone;
      return true;
    }
  }
  if (answer_.closed()) attempt_ = Attempt::kRefused;
  return false;
}

std::vector<nlohmann::json> FirstHostLink::receive() {
  channel_.flush();
  return channel_.receive();
}

void FirstHostLink::send(const nlohmann::json& message) {
  channel_.send(message);
}

}  // namespace gridlock::protocol
