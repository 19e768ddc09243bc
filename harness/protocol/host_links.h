// The processes of gridlock on several hosts, one on each: the first one listens, the others come
// to it over TCP. Carries JSON objects, whose meaning is its users' business; never blocks.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/process/fd.h"
#include "harness/protocol/channel.h"

namespace gridlock::protocol {

// The first host's end.
class HostLinks {
 public:
  // Takes one message. Throws fields::Error for what is none: the link it came on is closed.
  using Take = std::function<void(int host, const nlohmann::json& message)>;

  HostLinks() = default;
  // Who comes without the secret is sent away.
  explicit HostLinks(process::Fd listener, std::string secret = {});

  std::size_t size() const;  // hosts that have come, and are not gone
  std::vector<int> fds() const;
  bool wants_write() const;

  void receive(const Take& take);
  void send(const nlohmann::json& message);  // to all hosts

 private:
  struct Link {
    Channel channel;
    int host = -1;  // until it has introduced itself: anybody may connect
  };
  void accept_all();
  void handle(Link& link, const nlohmann::json& message, const Take& take) const;

  process::Fd listener_;
  std::string secret_;
  std::list<Link> links_;
};

// Another host's end.
class FirstHostLink {
 public:
  FirstHostLink() = default;
  FirstHostLink(std::string address, int port, int host, std::string secret = {});

  bool reached() const { return !channel_.closed(); }
  int fd() const { return channel_.fd(); }
  bool wants_write() const { return channel_.wants_write(); }

  // Goes there where it is not, once a second at most; true when it has just come.
  bool reach();
  std::vector<nlohmann::json> receive();
  void send(const nlohmann::json& message);  // lost where it is not reached

 private:
  using Clock = std::chrono::steady_clock;

  std::string address_;
  int port_ = 0;  // 0: there is no first host
  int host_ = 0;
  std::string secret_;
  Clock::time_point next_try_{};
  Channel channel_;
};

}  // namespace gridlock::protocol
