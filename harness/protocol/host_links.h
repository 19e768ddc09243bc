// Connects gridlock's processes on several hosts, one process per host. The process on the first
// host listens, and the others connect to it over TCP. Both sides show that they know a secret of
// the hosts (handshake.h) before anything else is read. A link carries JSON objects, which only the
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
#include "harness/protocol/first_line.h"
#include "harness/protocol/handshake.h"
#include "harness/protocol/strangers.h"

namespace gridlock::protocol {

// The first host's end of the links.
class HostLinks {
 public:
  // Handles one message. If it throws fields::Error for an invalid message, the link is closed.
  using Handler = std::function<void(int host, const nlohmann::json& message)>;

  HostLinks() = default;
  // Accepts the connections on `listener` that present a secret. While no secret is known,
  // connections wait in the kernel.
  explicit HostLinks(process::Fd listener, std::string secret = {});
  // Also accepts connections that present this secret.
  void add_secret(std::string secret) { protocol::add_secret(secrets_, std::move(secret)); }

  std::size_t size() const { return links_.size(); }  // the number of connected hosts
  std::vector<int> fds() const;
  bool wants_write() const;

  void receive(const Handler& handler);
  void send(const nlohmann::json& message);  // to all hosts
  // See Strangers::take_refused().
  std::string take_refused() { return strangers_.take_refused(); }

 private:
  struct Link {
    int host = 0;
    Channel channel;
  };
  void accept_hosts();
  static void handle_messages(Link& link, const Handler& handler);

  process::Fd listener_;
  Secrets secrets_;
  Strangers strangers_;
  std::list<Link> links_;
};

// The end of a link on a host other than the first.
class FirstHostLink {
 public:
  FirstHostLink() = default;
  // Does not connect while no secret is known. Presents another of its secrets in each attempt.
  FirstHostLink(std::string address, int port, int host, std::string secret = {});
  void add_secret(std::string secret) { protocol::add_secret(secrets_, std::move(secret)); }

  // Returns whether the first host has accepted the connection.
  bool connected() const { return !channel_.closed(); }
  int fd() const { return channel_.fd(); }
  bool wants_write() const { return channel_.wants_write(); }

  // Connects unless connected. Begins a connection at most once a second. Returns whether the first
  // host has just accepted it.
  bool reconnect();
  std::vector<nlohmann::json> receive();
  void send(const nlohmann::json& message);  // loses the message if not connected

  // The result of the last attempt to connect.
  enum class Attempt {
    kNone,         // there was none, or it has succeeded
    kUnreachable,  // no process accepts the connection
    kUnanswered,   // connected; the first host has not answered yet
    kRefused,      // the first host has closed the connection, or does not know the secret
  };
  Attempt attempt() const { return attempt_; }

 private:
  using Clock = std::chrono::steady_clock;

  void begin_attempt();
  bool finish_attempt();

  std::string address_;
  int port_ = 0;
  int host_ = 0;
  Secrets secrets_;
  std::size_t next_secret_ = 0;
  Clock::time_point next_try_{};
  Attempt attempt_ = Attempt::kNone;
  std::string presented_;  // the secret of the current attempt
  FirstLine answer_;       // of the first host, during an attempt
  Channel channel_;
};

}  // namespace gridlock::protocol
