// The way on which commands come to an agent and its events leave. Behind it is the controller's
// socket (local), or MPI with the first agent as the relay (mpirun, srun).
#pragma once

#include <vector>

#include "harness/protocol/messages.h"

namespace gridlock::agent {

class Uplink {
 public:
  virtual ~Uplink() = default;

  virtual int agent() const = 0;   // this agent's number, from 0
  virtual int agents() const = 0;  // how many there are
  virtual bool one_host() const = 0;

  // To be polled for reading, -1 = none; and for how long a poll may sleep all the same.
  virtual int fd() const = 0;
  virtual int longest_sleep_ms() const = 0;

  // Commands for this agent. The first agent must pass each on to the others with relay(), after it
  // has added what only it can know.
  virtual std::vector<protocol::Command> receive() = 0;
  virtual void relay(const protocol::Command& command) = 0;
  virtual void publish(const protocol::Event& event) = 0;

  // True when the controller, or an agent that relays, is gone: then this agent has to end too.
  virtual bool closed() const = 0;
};

}  // namespace gridlock::agent
