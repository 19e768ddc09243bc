// The execs of one job on several hosts. The first host looks at all ranks; the others answer it,
// over TCP, on the port behind the one where ranks meet (harness/protocol/exec_messages.h).
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/protocol/exec_messages.h"
#include "harness/protocol/host_links.h"

namespace gridlock::exec {

// What the first host has of the others.
class OtherHosts {
 public:
  OtherHosts() = default;
  // From now on they may come. Throws std::system_error where the port is taken.
  void expect_at(int port);

  bool there() const { return links_.size() > 0; }  // some have come, and are not gone
  std::vector<int> fds() const { return links_.fds(); }
  // Takes note of who has come, and of what they tell.
  void turn();
  // Some host has reported a blocked rank since the last call.
  bool take_quiet();
  std::uint64_t events() const;

  // The answers of those that give one in time. Numbers the question.
  std::vector<protocol::HostAnswer> ask(protocol::HostQuestion question,
                                        std::chrono::milliseconds timeout);
  void tell(const protocol::FirstHostMessage& message);

 private:
  void receive(std::vector<protocol::HostAnswer>& answers);
  void wait(std::chrono::milliseconds time) const;

  protocol::HostLinks links_;
  std::map<int, std::uint64_t> events_;  // by host
  bool quiet_ = false;                   // what take_quiet() gives
  int number_ = 0;                       // of the last question
};

// What another host has of the first one.
class FirstHost {
 public:
  FirstHost() = default;
  // Goes there as soon as it is there.
  void go_to(const std::string& address, int port, int host);

  bool reached() const { return link_.reached(); }
  int fd() const { return link_.fd(); }
  // What it says; tries to reach it, now and then, where it is not. Throws fields::Error where it
  // makes no sense.
  std::vector<protocol::FirstHostMessage> turn();
  // Sent when it has changed.
  void report(std::uint64_t events, bool quiet);
  void answer(const protocol::HostQuestion& question, protocol::HostAnswer answer);

 private:
  protocol::FirstHostLink link_;
  std::optional<protocol::HostState> reported_;
};

}  // namespace gridlock::exec
