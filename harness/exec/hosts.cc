#include "harness/exec/hosts.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/fields/path.h"
#include "harness/protocol/rendezvous.h"

namespace gridlock::exec {
namespace {

using protocol::HostAnswer;
using protocol::HostMessage;
using protocol::HostState;

constexpr std::chrono::seconds kBetweenTries{1};

}  // namespace

void OtherHosts::expect_at(int port) {
  listener_ = protocol::listen_on_port(port, /*loopback_only=*/false);
  fcntl(listener_.get(), F_SETFL, fcntl(listener_.get(), F_GETFL) | O_NONBLOCK);
}

std::vector<int> OtherHosts::fds() const {
  std::vector<int> fds;
  if (listener_) fds.push_back(listener_.get());
  for (const Link& link : links_) fds.push_back(link.channel.fd());
  return fds;
}

void OtherHosts::accept_all() {
  while (listener_) {
    process::Fd socket(accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!socket) return;
    links_.emplace_back().channel = protocol::Channel(std::move(socket));
  }
}

void OtherHosts::receive(Link& link, std::vector<HostAnswer>& answers) {
  link.channel.flush();
  try {
    for (const nlohmann::json& line : link.channel.receive()) {
      HostMessage message = protocol::host_message_from_json(line);
      if (auto* answer = std::get_if<HostAnswer>(&message)) {
        if (answer->number == number_) answers.push_back(std::move(*answer));
      } else if (const auto* state = std::get_if<HostState>(&message)) {
        link.events = state->events;
        link.quiet = state->quiet;
      } else {
        link.joined = true;
      }
    }
  } catch (const fields::Error&) {  // a stranger
    link.channel.close();
  }
}

void OtherHosts::turn() {
  accept_all();
  std::vector<HostAnswer> nobody_asked;
  for (Link& link : links_) receive(link, nobody_asked);
  std::erase_if(links_, [](const Link& link) { return link.channel.closed(); });
}

std::size_t OtherHosts::joined() const {
  return static_cast<std::size_t>(std::ranges::count(links_, true, &Link::joined));
}

bool OtherHosts::take_quiet() {
  return std::ranges::count_if(links_, [](Link& link) { return std::exchange(link.quiet, false); });
}

std::uint64_t OtherHosts::events() const {
  std::uint64_t events = 0;
  for (const Link& link : links_) events += link.events;
  return events;
}

void OtherHosts::wait(std::chrono::milliseconds time) const {
  std::vector<pollfd> waits;
  for (const Link& link : links_) waits.push_back({link.channel.fd(), POLLIN, 0});
  poll(waits.data(), waits.size(), static_cast<int>(time.count()));
}

std::vector<HostAnswer> OtherHosts::ask(protocol::HostQuestion question,
                                        std::chrono::milliseconds timeout) {
  using Clock = std::chrono::steady_clock;
  turn();
  question.number = ++number_;
  tell(question);
  std::vector<HostAnswer> answers;
  const auto until = Clock::now() + timeout;
  while (answers.size() < joined()) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
    if (left.count() <= 0) break;
    wait(left);
    for (Link& link : links_) receive(link, answers);
    std::erase_if(links_, [](const Link& link) { return link.channel.closed(); });
  }
  return answers;
}

void OtherHosts::tell(const protocol::FirstHostMessage& message) {
  for (Link& link : links_) {
    if (link.joined) link.channel.send(to_json(message));
  }
}

void FirstHost::go_to(const std::string& address, int port, int host) {
  address_ = address;
  port_ = port;
  host_ = host;
}

std::vector<protocol::FirstHostMessage> FirstHost::turn() {
  if (port_ == 0) return {};
  if (!reached() && Clock::now() >= next_try_) {
    next_try_ = Clock::now() + kBetweenTries;
    process::Fd socket = protocol::connect_to_port(address_, port_);
    if (!socket) return {};
    channel_ = protocol::Channel(std::move(socket));
    channel_.send(to_json(HostMessage(protocol::HostHello{host_})));
    reported_.reset();
  }
  channel_.flush();
  std::vector<protocol::FirstHostMessage> messages;
  for (const nlohmann::json& line : channel_.receive()) {
    messages.push_back(protocol::first_host_message_from_json(line));
  }
  return messages;
}

void FirstHost::report(std::uint64_t events, bool quiet) {
  const HostState state{events, quiet};
  if (!reached() || (state == reported_ && !quiet)) return;
  channel_.send(to_json(HostMessage(state)));
  reported_ = state;
}

void FirstHost::answer(const protocol::HostQuestion& question, HostAnswer answer) {
  answer.number = question.number;
  channel_.send(to_json(HostMessage(std::move(answer))));
}

}  // namespace gridlock::exec
