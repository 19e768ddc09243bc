// Connects the gridlock exec processes of a job on several hosts. The first host examines all
// ranks. It listens on the TCP port after the ranks' rendezvous port. The other hosts connect and
// answer its questions (harness/protocol/exec_messages.h).
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
  // Lets the other hosts connect. Throws std::system_error if the port is taken.
  void listen_on(int port);

  bool any_connected() const { return links_.size() > 0; }  // at least one is connected
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

 private:
  void receive(std::vector<protocol::HostAnswer>& answers);
  void wait(std::chrono::milliseconds time) const;

  protocol::HostLinks links_;
  std::map<int, std::uint64_t> events_;  // key: host
  bool quiet_ = false;                   // returned by take_quiet()
  int number_ = 0;                       // number of the last question
};

// The link of another host to the first host.
class FirstHost {
 public:
  FirstHost() = default;
  // Sets where the first host listens. receive() makes the connection.
  void connect_to(const std::string& address, int port, int host);

  bool connected() const { return link_.connected(); }
  int fd() const { return link_.fd(); }
  // Returns the messages of the first host. While not connected, tries to connect at most once a
  // second. Throws fields::Error for a message that cannot be read.
  std::vector<protocol::FirstHostMessage> receive();
  // Sends the arguments if they have changed or if `quiet` is true.
  void report(std::uint64_t events, bool quiet);
  void answer(const protocol::HostQuestion& question, protocol::HostAnswer answer);

 private:
  protocol::FirstHostLink link_;
  std::optional<protocol::HostState> reported_;
};

}  // namespace gridlock::exec
