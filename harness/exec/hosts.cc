#include "harness/exec/hosts.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <utility>

#include "harness/wire/rendezvous.h"

namespace gridlock::exec {
namespace {

using nlohmann::json;

constexpr std::chrono::seconds kBetweenTries{1};

}  // namespace

void OtherHosts::expect_at(int port) {
  listener_ = wire::listen_on_port(port, /*loopback_only=*/false);
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
    links_.emplace_back().channel = wire::Channel(std::move(socket));
  }
}

void OtherHosts::receive(Link& link, std::vector<json>& answers) {
  link.channel.flush();
  for (json& message : link.channel.receive()) {
    try {
      if (message.value("answer", -1) == number_) {
        message.erase("answer");
        answers.push_back(std::move(message));
      } else if (message.contains("host")) {
        link.joined = true;
      } else if (message.contains("events")) {
        link.events = message.at("events");
        link.quiet = message.at("quiet");
      }
    } catch (const json::exception&) {  // not another exec
      link.channel.close();
      return;
    }
  }
}

void OtherHosts::turn() {
  accept_all();
  std::vector<json> nobody_asked;
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

std::vector<json> OtherHosts::ask(const json& question, std::chrono::milliseconds timeout) {
  using Clock = std::chrono::steady_clock;
  turn();
  ++number_;
  tell(question);
  std::vector<json> answers;
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

void OtherHosts::tell(const json& message) {
  json numbered = message;
  numbered["number"] = number_;
  for (Link& link : links_) {
    if (link.joined) link.channel.send(numbered);
  }
}

void FirstHost::go_to(const std::string& address, int port, int host) {
  address_ = address;
  port_ = port;
  host_ = host;
}

std::vector<json> FirstHost::turn() {
  if (port_ == 0) return {};
  if (!reached() && Clock::now() >= next_try_) {
    next_try_ = Clock::now() + kBetweenTries;
    process::Fd socket = wire::connect_to_port(address_, port_);
    if (!socket) return {};
    channel_ = wire::Channel(std::move(socket));
    channel_.send({{"host", host_}});
    reported_ = nullptr;
  }
  channel_.flush();
  return channel_.receive();
}

void FirstHost::report(std::uint64_t events, bool quiet) {
  json report{{"events", events}, {"quiet", quiet}};
  if (!reached() || (report == reported_ && !quiet)) return;
  channel_.send(report);
  reported_ = std::move(report);
}

void FirstHost::answer(const json& question, json answer) {
  answer["answer"] = question.value("number", -1);
  channel_.send(answer);
}

}  // namespace gridlock::exec
