// The execs of one job on several hosts. The first host looks at all ranks; the others answer it.
// One JSON object a line, over TCP, on the port behind the one where ranks meet:
//
//   {"host": 1}                                   another host: it has come
//   {"events": 812, "quiet": true}                of its ranks, when that changes: how much they
//                                                 have recorded, and whether one is blocked
//   {"ask": "facts", "job": …, "number": 7, …}    the first host: to be answered
//   {"answer": 7, …}                              the answer
//   {"end": 90, "sentence": "…"}                  the first host: end everything, and why
#pragma once

#include <chrono>
#include <cstdint>
#include <list>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/process/fd.h"
#include "harness/wire/channel.h"

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

  // The answers of those that give one in time, each without "answer".
  std::vector<nlohmann::json> ask(const nlohmann::json& question,
                                  std::chrono::milliseconds timeout);
  void tell(const nlohmann::json& message);

 private:
  struct Link {
    wire::Channel channel;
    bool joined = false;  // it has said that it is a host: anybody may connect
    std::uint64_t events = 0;
    bool quiet = false;
  };
  void accept_all();
  std::size_t joined() const;
  void receive(Link& link, std::vector<nlohmann::json>& answers);
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
  // What it says; tries to reach it, now and then, where it is not.
  std::vector<nlohmann::json> turn();
  // Sent when it has changed.
  void report(std::uint64_t events, bool quiet);
  void answer(const nlohmann::json& question, nlohmann::json answer);

 private:
  using Clock = std::chrono::steady_clock;

  std::string address_;
  int port_ = 0;
  int host_ = 0;
  Clock::time_point next_try_{};
  wire::Channel channel_;
  nlohmann::json reported_;
};

}  // namespace gridlock::exec
