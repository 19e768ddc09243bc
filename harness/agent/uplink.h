// The connection through which an agent receives commands and sends events. The other end is the
// controller's socket (local) or the first of several agents, which acts as a relay (mpirun, srun).
#pragma once

#include <vector>

#include "harness/protocol/messages.h"

namespace gridlock::agent {

class Uplink {
 public:
  virtual ~Uplink() = default;

  virtual int agent() const = 0;   // this agent's number, from 0
  virtual int agents() const = 0;  // the number of agents
  virtual bool one_host() const = 0;

  virtual std::vector<int> fds() const = 0;  // to be polled for reading

  // Returns the commands for this agent. The first agent must add the values that only it has to
  // each command, and then pass the command to the other agents with relay().
  virtual std::vector<protocol::Command> receive() = 0;
  virtual void relay(const protocol::Command& command) = 0;
  virtual void publish(const protocol::Event& event) = 0;

  // Returns true when the controller or another agent has ended. This agent must end then.
  virtual bool closed() const = 0;
};

}  // namespace gridlock::agent
