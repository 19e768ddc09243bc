// Connections to the first host that have not presented the hosts' secret. Any process may connect,
// so their number, their time and what is read of them are limited.
#pragma once

#include <chrono>
#include <cstddef>
#include <list>
#include <string>
#include <vector>

#include "harness/process/fd.h"
#include "harness/protocol/first_line.h"
#include "harness/protocol/handshake.h"

namespace gridlock::protocol {

class Strangers {
 public:
  // Accepts pending connections. Call admit() after each call.
  void accept(int listener);

  // A connection that has presented one of the secrets.
  struct Host {
    int number = 0;
    std::string secret;
    process::Fd socket;
  };
  // Returns the hosts among the strangers. Closes the connections of those that presented something
  // else, or nothing within five seconds. Of more than 64, keeps the latest, so that no number of
  // idle connections keeps a host out.
  std::vector<Host> admit(const Secrets& secrets);

  std::vector<int> fds() const;
  // Returns the address of a peer that presented another secret since the last call. Returns "" if
  // there was none.
  std::string take_refused();

 private:
  struct Stranger {
    FirstLine line;
    std::chrono::steady_clock::time_point accepted = std::chrono::steady_clock::now();
  };
  void read(Stranger& stranger, const Secrets& secrets, std::vector<Host>& hosts);

  std::list<Stranger> strangers_;  // in the order of their arrival
  std::string refused_;
};

}  // namespace gridlock::protocol
