// Connects gridlock's processes on several hosts, one on each: the first one listens, and the
// others connect to it over TCP. Links carry JSON objects, whose meaning is up to the users; they
// never block.
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

// The first host's end of the links.
class HostLinks {
 public:
  // Handles one message. Throws fields::Error for an invalid message; its link is then closed.
  using Handler = std::function<void(int host, const nlohmann::json& message)>;

  HostLinks() = default;
  // Closes connections that do not present the secret.
  explicit HostLinks(process::Fd listener, std::string secret = {});

  std::size_t size() const;  // hosts that are connected
  std::vector<int> fds() const;
  bool wants_write() const;

  void receive(const Handler& handler);
  void send(const nlohmann::json& message);  // to all hosts

 private:
  struct Link {
    Channel channel;
    int host = -1;  // -1 until it has introduced itself: anybody may connect
  };
  void accept_all();
  void handle(Link& link, const nlohmann::json& message, const Handler& handler) const;

  process::Fd listener_;
  std::string secret_;
  std::list<Link> links_;
};

// Another host's end of the link.
class FirstHostLink {
 public:
  FirstHostLink() = default;
  FirstHostLink(std::string address, int port, int host, std::string secret = {});

  bool connected() const { return !channel_.closed(); }
  int fd() const { return channel_.fd(); }
  bool wants_write() const { return channel_.wants_write(); }

  // Connects if not connected, at most once a second; returns true when it has just connected.
  bool reconnect();
  std::vector<nlohmann::json> receive();
  void send(const nlohmann::json& message);  // lost when not connected

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
