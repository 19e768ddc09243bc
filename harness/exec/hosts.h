// The execs of one job on several hosts. The first host looks at all ranks; the others answer it,
// over TCP, on the port behind the one where ranks meet (harness/protocol/exec_messages.h).
#pragma once

#include <chrono>
#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <vector>

#include "harness/process/fd.h"
#include "harness/protocol/channel.h"
#include "harness/protocol/exec_messages.h"

namespace gridlock::exec {

// What the first host has of the others.
class OtherHosts {
 public:
  OtherHosts() = default;
  // From now on they may come. Throws std::system_error where the port is taken.
  void expect_at(int port);

  bool there() const { return joined() > 0; }  // some have come, and are not gone
  std::vector<int> fds() const;
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
  struct Link {
    protocol::Channel channel;
    bool joined = false;  // it has said that it is a host: anybody may connect
    std::uint64_t events = 0;
    bool quiet = false;
  };
  void accept_all();
  std::size_t joined() const;
  void receive(Link& link, std::vector<protocol::HostAnswer>& answers);
  void wait(std::chrono::milliseconds time) const;

  process::Fd listener_;
  std::list<Link> links_;
  int number_ = 0;  // of the last question
};

// What another host has of the first one.
class FirstHost {
 public:
  FirstHost() = default;
  // Goes there as soon as it is there.
  void go_to(const std::string& address, int port, int host);

  bool reached() const { return !channel_.closed(); }
  int fd() const { return channel_.fd(); }
  // What it says; tries to reach it, now and then, where it is not. Throws fields::Error where it
  // makes no sense.
  std::vector<protocol::FirstHostMessage> turn();
  // Sent when it has changed.
  void report(std::uint64_t events, bool quiet);
  void answer(const protocol::HostQuestion& question, protocol::HostAnswer answer);

 private:
  using Clock = std::chrono::steady_clock;

  std::string address_;
  int port_ = 0;
  int host_ = 0;
  Clock::time_point next_try_{};
  protocol::Channel channel_;
  std::optional<protocol::HostState> reported_;
};

}  // namespace gridlock::exec
