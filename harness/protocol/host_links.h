// Connects gridlock's processes on several hosts, one process per host. The process on the first
// host listens, and the others connect to it over TCP. A link carries JSON objects, which only the
// caller interprets. No operation blocks, except that reconnect() waits for a fraction of a second.
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
  // Handles one message. If it throws fields::Error for an invalid message, the link is closed.
  using Handler = std::function<void(int host, const nlohmann::json& message)>;

  HostLinks() = default;
  // Accepts connections on `listener`. Connections that do not present the secret within five
  // seconds are closed, and at most 64 may be waiting to present it.
  explicit HostLinks(process::Fd listener, std::string secret = {});

  std::size_t size() const;  // the number of connected hosts
  std::vector<int> fds() const;
  bool wants_write() const;

  void receive(const Handler& handler);
  void send(const nlohmann::json& message);  // to all hosts

 private:
  struct Link {
    Channel channel;
    int host = -1;  // -1 until the peer has identified itself, because any process may connect
    std::chrono::steady_clock::time_point accepted = std::chrono::steady_clock::now();
  };
  std::size_t strangers() const { return links_.size() - size(); }
  static bool is_late(const Link& link);
  void accept_all();
  void handle(Link& link, const nlohmann::json& message, const Handler& handler) const;

  process::Fd listener_;
  std::string secret_;
  std::list<Link> links_;
};

// The end of a link on a host other than the first.
class FirstHostLink {
 public:
  FirstHostLink() = default;
  FirstHostLink(std::string address, int port, int host, std::string secret = {});

  bool connected() const { return !channel_.closed(); }
  int fd() const { return channel_.fd(); }
  bool wants_write() const { return channel_.wants_write(); }

  // Connects unless connected. Tries at most once a second. Returns whether the link has just been
  // connected.
  bool reconnect();
  std::vector<nlohmann::json> receive();
  void send(const nlohmann::json& message);  // loses the message if not connected

 private:
  using Clock = std::chrono::steady_clock;

  std::string address_;
  int port_ = 0;  // 0 if there is no first host
  int host_ = 0;
  std::string secret_;
  Clock::time_point next_try_{};
  Channel channel_;
};

}  // namespace gridlock::protocol
