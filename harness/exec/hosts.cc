#include "harness/exec/hosts.h"

#include <fmt/format.h>
#include <poll.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "harness/protocol/rendezvous.h"

namespace gridlock::exec {
namespace {

constexpr std::chrono::seconds kTimeForLateHosts{5};
constexpr std::chrono::seconds kTimeToConnect{10};

const char* reason(protocol::FirstHostLink::Attempt attempt) {
  using Attempt = protocol::FirstHostLink::Attempt;
  if (attempt == Attempt::kRefused) {
    return "refuses this host. It knows another secret: it may belong to another run with the same "
           "port, or GRIDLOCK_JOB_SECRET differs";
  }
  return attempt == Attempt::kUnanswered ? "does not answer" : "cannot be reached";
}

}  // namespace

using protocol::HostAnswer;
using protocol::HostMessage;
using protocol::HostState;

void OtherHosts::listen_on(int port, int count) {
  count_ = static_cast<std::size_t>(count);
  links_ = protocol::HostLinks(protocol::listen_on_port(port, /*loopback_only=*/false));
}

bool OtherHosts::may_need_store() {
  if (any_connected()) return true;
  if (events_.size() >= count_) return false;
  const auto now = Clock::now();
  if (!asked_about_store_) asked_about_store_ = now;
  return now - *asked_about_store_ < kTimeForLateHosts;
}

std::string OtherHosts::take_news() {
  const std::string refused = links_.take_refused();
  if (refused.empty() || std::exchange(refused_reported_, true)) return "";
  return fmt::format(
      "refused a gridlock exec at {}, which knows another secret: it may belong to another run "
      "with the same port, or GRIDLOCK_JOB_SECRET differs",
      refused);
}

void OtherHosts::receive(std::vector<HostAnswer>& answers) {
  links_.receive([&](int host, const nlohmann::json& json) {
    HostMessage message = protocol::host_message_from_json(json);
    if (auto* answer = std::get_if<HostAnswer>(&message)) {
      if (answer->number == number_) answers.push_back(std::move(*answer));
    } else {
      const auto& state = std::get<HostState>(message);
      events_[host] = state.events;
      quiet_ |= state.quiet;
    }
  });
}

void OtherHosts::poll_once() {
  std::vector<HostAnswer> nobody_asked;
  receive(nobody_asked);
}

bool OtherHosts::take_quiet() {
  return std::exchange(quiet_, false);
}

std::uint64_t OtherHosts::events() const {
  std::uint64_t sum = 0;
  for (const auto& [host, events] : events_) sum += events;
  return sum;
}

void OtherHosts::wait(std::chrono::milliseconds time) const {
  std::vector<pollfd> waits;
  for (const int fd : links_.fds()) waits.push_back({fd, POLLIN, 0});
  poll(waits.data(), waits.size(), static_cast<int>(time.count()));
}

std::vector<HostAnswer> OtherHosts::ask(protocol::HostQuestion question,
                                        std::chrono::milliseconds timeout) {
  using Clock = std::chrono::steady_clock;
  poll_once();
  question.number = ++number_;
  send(question);
  std::vector<HostAnswer> answers;
  const auto until = Clock::now() + timeout;
  while (answers.size() < links_.size()) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
    if (left.count() <= 0) break;
    wait(left);
    receive(answers);
  }
  return answers;
}

void OtherHosts::send(const protocol::FirstHostMessage& message) {
  links_.send(to_json(message));
}

void FirstHost::connect_to(const std::string& address, int port, int host) {
  link_ = protocol::FirstHostLink(address, port, host);
  address_ = fmt::format("{}:{}", address, port);
}

void FirstHost::add_secret(const std::string& secret) {
  if (address_.empty()) return;
  link_.add_secret(secret);
  if (!secret_known_) waits_since_ = std::chrono::steady_clock::now();
  secret_known_ = true;
}

std::string FirstHost::take_news(std::chrono::steady_clock::time_point now) {
  if (connected()) waits_since_.reset();
  if (!waits_since_ || now - *waits_since_ < kTimeToConnect) return "";
  waits_since_.reset();
  return fmt::format("this host examines only its own ranks so far, because the first host ({}) {}",
                     address_, reason(link_.attempt()));
}

std::vector<protocol::FirstHostMessage> FirstHost::receive() {
  if (link_.reconnect()) {
    reported_.reset();
    ever_connected_ = true;
  }
  std::vector<protocol::FirstHostMessage> messages;
  for (const nlohmann::json& message : link_.receive()) {
    messages.push_back(protocol::first_host_message_from_json(message));
  }
  return messages;
}

void FirstHost::report(std::uint64_t events, bool quiet) {
  const HostState state{events, quiet};
  if (!connected() || (state == reported_ && !quiet)) return;
  link_.send(to_json(HostMessage(state)));
  reported_ = state;
}

void FirstHost::answer(const protocol::HostQuestion& question, HostAnswer answer) {
  answer.number = question.number;
  link_.send(to_json(HostMessage(std::move(answer))));
}

}  // namespace gridlock::exec
