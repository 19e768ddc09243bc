// Connects the gridlock exec processes of a job on several hosts. The first host examines all
// ranks. It listens on the TCP port after the ranks' rendezvous port. The other hosts connect and
// answer its questions (harness/protocol/exec_messages.h). They connect only once they know a
// secret of the job: that of the launcher (ExecOptions::job_secret), or the one on which the ranks
// have agreed through their store (harness/rank/gridlock/probe/job_secret.py).
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

// The links of the first host to all other hosts.
class OtherHosts {
 public:
  OtherHosts() = default;
  // Listens for `count` other hosts. Throws std::system_error if the port is taken.
  void listen_on(int port, int count);
  // Also accepts the hosts that know this secret.
  void add_secret(const std::string& secret) { links_.add_secret(secret); }

  bool any_connected() const { return links_.size() > 0; }  // at least one is connected
  // Returns whether ranks of other hosts may still need the store of this host, as far as their
  // gridlock exec says. Hosts that have not connected yet count for five seconds after the first
  // call.
  bool may_need_store();
  std::vector<int> fds() const { return links_.fds(); }
  // Accepts connections of other hosts and reads their reports.
  void poll_once();
  // Returns whether a host has reported a blocked rank since the last call.
  bool take_quiet();
  std::uint64_t events() const;  // recorded by all ranks of the other hosts

  // Sends the question to all other hosts, with a new number. Returns the answers that arrive
  // within `timeout`.
  std::vector<protocol::HostAnswer> ask(protocol::HostQuestion question,
                                        std::chrono::milliseconds timeout);
  void send(const protocol::FirstHostMessage& message);
  // Returns a sentence about a peer that was refused, only once. Returns "" if there is none.
  std::string take_news();

 private:
  using Clock = std::chrono::steady_clock;

  void receive(std::vector<protocol::HostAnswer>& answers);
  void wait(std::chrono::milliseconds time) const;

  protocol::HostLinks links_;
  std::size_t count_ = 0;                // of the other hosts
  std::map<int, std::uint64_t> events_;  // key: host; all hosts that have ever reported
  std::optional<Clock::time_point> asked_about_store_;
  bool refused_reported_ = false;
  bool quiet_ = false;  // returned by take_quiet()
  int number_ = 0;      // number of the last question
};

// The link of another host to the first host.
class FirstHost {
 public:
  FirstHost() = default;
  // Sets where the first host listens. receive() makes the connection, once a secret is known.
  void connect_to(const std::string& address, int port, int host);
  void add_secret(const std::string& secret);

  bool connected() const { return link_.connected(); }
  bool ever_connected() const { return ever_connected_; }
  int fd() const { return link_.fd(); }
  // Returns the messages of the first host. While not connected, tries to connect at most once a
  // second. Throws fields::Error for a message that cannot be read.
  std::vector<protocol::FirstHostMessage> receive();
  // Sends the arguments if they have changed or if `quiet` is true.
  void report(std::uint64_t events, bool quiet);
  void answer(const protocol::HostQuestion& question, protocol::HostAnswer answer);
  // Returns a sentence, only once, if this host has known the secret for ten seconds and has never
  // been connected. Otherwise returns "".
  std::string take_news(std::chrono::steady_clock::time_point now);

 private:
  protocol::FirstHostLink link_;
  std::string address_;  // with the port, for people
  std::optional<protocol::HostState> reported_;
  bool ever_connected_ = false;
  bool secret_known_ = false;
  // When the first secret became known. Unset again as soon as there is nothing to report any more.
  std::optional<std::chrono::steady_clock::time_point> waits_since_;
};

}  // namespace gridlock::exec
