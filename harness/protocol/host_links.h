// Connects gridlock's processes on several hosts, one process on each host. The first host's
// process listens, and the other processes connect to it over TCP. Links carry JSON objects, whose
// meaning is up to the caller. Links never block.
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
  // Handles one message. If the handler throws fields::Error for an invalid message, the link is
  // closed.
  using Handler = std::function<void(int host, const nlohmann::json& message)>;

  HostLinks() = default;
  // Closes connections that do not present the secret.
  explicit HostLinks(process::Fd listener, std::string secret = {});

  std::size_t size() const;  // the number of connected hosts
  std::vector<int> fds() const;
  bool wants_write() const;

  void receive(const Handler& handler);
  void send(const nlohmann::json& message);  // to all hosts

 private:
  struct Link {
    Channel channel;
    int host = -1;  // -1 until the peer has introduced itself, because any process may connect
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

  // Connects if not connected, and tries at most once a second. Returns true when the link has just
  // been connected.
  bool reconnect();
  std::vector<nlohmann::json> receive();
  void send(const nlohmann::json& message);  // the message is lost when not connected

 private:
  using Clock = std::chrono::steady_clock;

  std::string address_;
  int port_ = 0;  // 0 means there is no first host
  int host_ = 0;
  std::string secret_;
  Clock::time_point next_try_{};
  Channel channel_;
};

}  // namespace gridlock::protocol
